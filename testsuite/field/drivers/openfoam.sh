#!/bin/sh
# Lays a tutorial of OpenFOAM for the solver into the current folder, shorter, and parts its mesh.
set -e
examples=/usr/share/doc/openfoam-examples/examples

lay() {
    cp -r "$examples/$1/." .
    [ ! -d 0.orig ] || cp -r 0.orig 0
    printf '%s\n' 'FoamFile { version 2.0; format ascii; class dictionary; object decomposeParDict; }' \
        "numberOfSubdomains $RANKS; method simple; coeffs { n ($RANKS 1 1); delta 0.001; }" \
        > system/decomposeParDict
}

# Sets entries of controlDict: their names and values by turns.
set_entries() {
    while [ $# -gt 0 ]; do
        foamDictionary -entry "$1" -set "$2" system/controlDict
        shift 2
    done
}

case $1 in
icoFoam)
    lay incompressible/icoFoam/cavity/cavity
    sed -i 's/(20 20 1)/(80 80 1)/' system/blockMeshDict
    set_entries deltaT 0.00125 endTime 0.4 writeInterval 160
    blockMesh ;;
simpleFoam)
    lay incompressible/simpleFoam/pitzDaily
    set_entries endTime 250 writeInterval 125
    blockMesh ;;
interFoam)
    lay multiphase/interFoam/laminar/damBreak/damBreak
    # twice as many cells each way
    sed -i 's/(23 8 1)/(46 16 1)/; s/(19 8 1)/(38 16 1)/; s/(23 42 1)/(46 84 1)/; s/(4 42 1)/(8 84 1)/; s/(19 42 1)/(38 84 1)/' \
        system/blockMeshDict
    set_entries endTime 0.4
    blockMesh
    setFields ;;
rhoCentralFoam)
    lay compressible/rhoCentralFoam/forwardStep
    set_entries endTime 0.55 writeInterval 0.275
    blockMesh ;;
icoUncoupledKinematicParcelFoam)
    lay lagrangian/icoUncoupledKinematicParcelFoam/hopper/hopperInitialState
    set_entries endTime 0.006 writeInterval 0.003
    blockMesh ;;
snappyHexMesh)
    lay mesh/snappyHexMesh/flange
    gunzip -f system/snappyHexMeshDict.gz
    cp $examples/resources/geometry/flange.stl.gz constant/triSurface/
    foamDictionary -entry addLayers -set false system/snappyHexMeshDict
    foamDictionary -entry snap -set false system/snappyHexMeshDict
    sed -i 's/(20 16 12)/(28 22 17)/' system/blockMeshDict
    blockMesh
    surfaceFeatureExtract ;;
esac
decomposePar
