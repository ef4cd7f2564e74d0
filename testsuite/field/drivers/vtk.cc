// A field is made in pieces, contoured, joined into regions, spread anew over the processes, given
// ghosts, written, and measured by VTK.
#include <vtkContourFilter.h>
#include <vtkDataArray.h>
#include <vtkDataObject.h>
#include <vtkImageData.h>
#include <vtkMPI.h>
#include <vtkMPIController.h>
#include <vtkNew.h>
#include <vtkPConnectivityFilter.h>
#include <vtkPDistributedDataFilter.h>
#include <vtkPUnstructuredGridGhostCellsGenerator.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkRTAnalyticSource.h>
#include <vtkSphereSource.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPUnstructuredGridWriter.h>
#include <cstdio>
#include <cstdlib>

static vtkMPIController *controller;

static void total(const char *what, vtkIdType here) {
    vtkIdType all = 0;
    controller->Reduce(&here, &all, 1, vtkCommunicator::SUM_OP, 0);
    if (controller->GetLocalProcessId() == 0)
        std::printf("%s: %lld\n", what, static_cast<long long>(all));
}

// Each process hands a sphere of its own to the next one, as an object.
static vtkIdType spheres(int rank, int size) {
    vtkNew<vtkSphereSource> sphere;
    sphere->SetThetaResolution(40 + rank);
    sphere->Update();
    vtkNew<vtkPolyData> got;
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    if (rank % 2 == 0) {
        controller->Send(sphere->GetOutput(), next, 7);
        controller->Receive(got, previous, 7);
    } else {
        controller->Receive(got, previous, 7);
        controller->Send(sphere->GetOutput(), next, 7);
    }
    return got->GetNumberOfPoints();
}

int main(int argc, char **argv) {
    controller = vtkMPIController::New();
    controller->Initialize(&argc, &argv);
    vtkMultiProcessController::SetGlobalController(controller);
    int rank = controller->GetLocalProcessId(), size = controller->GetNumberOfProcesses();
    int half = argc > 1 ? std::atoi(argv[1]) : 20;

    vtkNew<vtkRTAnalyticSource> field;
    field->SetWholeExtent(-half, half, -half, half, -half, half);
    field->UpdatePiece(rank, size, 0);

    vtkNew<vtkContourFilter> contour;
    contour->SetInputData(field->GetOutput());
    contour->SetValue(0, 157);
    contour->SetValue(1, 200);
    contour->Update();
    total("triangles", contour->GetOutput()->GetNumberOfCells());

    vtkNew<vtkPConnectivityFilter> regions;
    regions->SetInputData(contour->GetOutput());
    regions->SetExtractionModeToAllRegions();
    regions->ColorRegionsOn();
    regions->UpdatePiece(rank, size, 0);
    total("regions, told by each", regions->GetNumberOfExtractedRegions());

    vtkNew<vtkPDistributedDataFilter> spread;
    spread->SetController(controller);
    spread->SetInputData(field->GetOutput());
    spread->UpdatePiece(rank, size, 0);
    auto *part = vtkUnstructuredGrid::SafeDownCast(spread->GetOutput());
    total("cells spread anew", part->GetNumberOfCells());

    vtkNew<vtkPUnstructuredGridGhostCellsGenerator> ghosts;
    ghosts->SetController(controller);
    ghosts->SetInputData(part);
    ghosts->BuildIfRequiredOff();
    ghosts->UpdatePiece(rank, size, 2);
    total("cells with ghosts", ghosts->GetOutput()->GetNumberOfCells());

    vtkNew<vtkXMLPUnstructuredGridWriter> writer;
    writer->SetController(controller);
    writer->SetInputData(part);
    writer->SetFileName("x.pvtu");
    writer->SetNumberOfPieces(size);
    writer->SetStartPiece(rank);
    writer->SetEndPiece(rank);
    writer->Write();

    total("points of the neighbours' spheres", spheres(rank, size));
    double range[2] = {0, 0}, most = 0;
    field->GetOutput()->GetPointData()->GetScalars()->GetRange(range);
    controller->AllReduce(&range[1], &most, 1, vtkCommunicator::MAX_OP);
    controller->Barrier();
    if (rank == 0)
        std::printf("at most %.3f\n", most);
    controller->Finalize();
    controller->Delete();
    return 0;
}
