/* Spheres over a plane that is like a chessboard, drawn by Tachyon. */
#include <stdio.h>
#include <stdlib.h>
#include <tachyon.h>

static apivector vector(double x, double y, double z) {
    apivector v = {x, y, z};
    return v;
}

static void *texture(SceneHandle scene, int function, float r, float g, float b) {
    apitexture t = {.texturefunc = function, .col = {r, g, b}, .shadowcast = 1, .ambient = 0.1, .diffuse = 0.7,
                    .specular = 0.3, .opacity = 1, .scale = {2, 2, 2}};
    return rt_texture(scene, &t);
}

int main(int argc, char **argv) {
    rt_initialize(&argc, &argv);
    SceneHandle scene = rt_newscene();
    const int size = atoi(argv[1]);
    rt_outputfile(scene, "out.tga");
    rt_resolution(scene, size, size);
    rt_boundmode(scene, RT_BOUNDING_ENABLED);
    rt_shadermode(scene, RT_SHADER_FULL);
    rt_camera_setup(scene, 1, 1, 1, 6, vector(0, 3, -12), vector(0, -0.2, 1), vector(0, 1, 0));
    rt_light(scene, texture(scene, RT_TEXTURE_CONSTANT, 1, 1, 1), vector(-9, 14, -9), 0.5);
    rt_plane(scene, texture(scene, RT_TEXTURE_3D_CHECKER, 0.9, 0.9, 0.7), vector(0, -3, 0), vector(0, 1, 0));
    for (int i = 0; i < 343; i++)
        rt_sphere(scene, texture(scene, RT_TEXTURE_CONSTANT, i % 7 / 7., i / 7 % 7 / 7., i / 49 / 7.),
                  vector(i % 7 - 3, i / 7 % 7 - 2, i / 49), 0.4);
    rt_renderscene(scene);
    rt_renderscene(scene);
    rt_deletescene(scene);
    rt_finalize();
    return 0;
}
