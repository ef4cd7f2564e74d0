"""A wave in a box is cut, contoured, spread and followed by streamlines, by all processes together."""
from paraview import simple
from paraview.modules.vtkRemotingCore import vtkProcessModule

rank = vtkProcessModule.GetProcessModule().GetPartitionId()
wave = simple.Wavelet(WholeExtent=[-30, 30, -30, 30, -30, 30])
shown = {}
shown['contour'] = simple.Contour(Input=wave, ContourBy=['POINTS', 'RTData'], Isosurfaces=[120.0, 180.0, 230.0])
shown['slice'] = simple.Slice(Input=wave)
shown['regions'] = simple.Connectivity(Input=shown['contour'])
shown['spread'] = simple.RedistributeDataSet(Input=wave)
shown['ghosts'] = simple.GhostCellsGenerator(Input=shown['spread'])
gradient = simple.Gradient(Input=wave, ScalarArray=['POINTS', 'RTData'])
shown['lines'] = simple.StreamTracer(Input=gradient, Vectors=['POINTS', 'Gradient'], SeedType='Line')
shown['lines'].SeedType.Point1, shown['lines'].SeedType.Point2 = [-25.0, -20.0, -28.0], [25.0, 22.0, 27.0]
shown['lines'].SeedType.Resolution = 40
for name, source in shown.items():
    source.UpdatePipeline()
    told = source.GetDataInformation()
    if rank == 0:
        print(name, told.GetNumberOfPoints(), told.GetNumberOfCells())
simple.SaveData('x.pvtu', proxy=shown['ghosts'])
