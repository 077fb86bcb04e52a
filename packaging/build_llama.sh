#!/bin/sh
# Builds llama.cpp's libraries for machines that are not this one: a module for every kind of processor from x86-64-v2
# to AVX-512 and AMX, and one for Vulkan; the right ones are chosen when the program starts.
#   sh packaging/build_llama.sh WHEELS OUT
# WHEELS is the folder that fetch_wheels.sh filled. GALLEY_VULKAN=0 leaves out the module for Vulkan; GALLEY_CUDA=1 adds one
# for CUDA, whose toolkit has to be here. JOBS says how many compilers run at once.
set -eu
[ $# -eq 2 ] || { printf 'usage: build_llama.sh WHEELS OUT\n' >&2; exit 2; }
wheels=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
build=$out.build
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-1764460800}" LC_ALL=C TZ=UTC

mkdir -p "$build"
source=$build/source
if [ ! -d "$source" ]; then
    mkdir -p "$source.new"
    tar -xzf "$wheels"/llama_cpp_python-*.tar.gz -C "$source.new" --strip-components=1
    mv "$source.new" "$source"
fi

GIT_DIR=$build/none
export GIT_DIR # else the repository that the build happens to lie in is taken for llama.cpp's

# configure FOLDER OPTION...
configure() {
    folder=$1
    shift
    cmake -S "$source/vendor/llama.cpp" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
        -DGGML_NATIVE=OFF -DGGML_BACKEND_DL=ON -DGGML_CPU_ALL_VARIANTS=ON \
        -DLLAMA_BUILD_COMMON=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_TOOLS=OFF -DLLAMA_BUILD_EXAMPLES=OFF \
        -DLLAMA_BUILD_SERVER=OFF -DLLAMA_BUILD_APP=OFF -DLLAMA_BUILD_IS_DEV=OFF \
        -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON -DCMAKE_INSTALL_RPATH='$ORIGIN' \
        -DCMAKE_PLATFORM_NO_VERSIONED_SONAME=ON \
        -DCMAKE_C_FLAGS="-ffile-prefix-map=$build=." -DCMAKE_CXX_FLAGS="-ffile-prefix-map=$build=." "$@"
}

# keep FOLDER PATTERN
keep() {
    find "$1/bin" -name "$2" ! -name 'libggml-cpu-x64.so' -exec cp -P {} "$out/" \;
}

configure "$build/processors"
cmake --build "$build/processors" --target llama --parallel "${JOBS:-$(nproc)}"
# numpy and Qt need x86-64-v2, so a processor that only the module "x64" fits cannot run the rest.
keep "$build/processors" 'lib*.so'

if [ "${GALLEY_VULKAN:-1}" != 0 ]; then
    loader=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p | awk '/libvulkan\.so\.1 .*x86-64/ { print $NF; exit }')
    [ -n "$loader" ] || { printf 'build_llama: Vulkan needs its loader: apt-get install libvulkan1\n' >&2; exit 1; }
    newer=$build/debian13
    for package in "$wheels"/*.deb; do
        dpkg -x "$package" "$newer"
    done
    # Debian 13's compiler of shaders knows the matrix extensions that make prompts fast; it needs its own libc, too.
    glslc=$build/glslc
    libraries=$newer/usr/lib/x86_64-linux-gnu
    printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" "$@"\n' "$libraries/ld-linux-x86-64.so.2" "$libraries" \
        "$newer/usr/bin/glslc" >"$glslc"
    chmod +x "$glslc"
    mkdir -p "$build/include" # only these: libc's headers of another system would break everything
    cp -R "$newer/usr/include/vulkan" "$newer/usr/include/vk_video" "$newer/usr/include/spirv" "$build/include/"
    CPLUS_INCLUDE_PATH=$build/include
    export CPLUS_INCLUDE_PATH
    configure "$build/vulkan" -DGGML_VULKAN=ON -DVulkan_INCLUDE_DIR="$build/include" -DVulkan_LIBRARY="$loader" \
        -DVulkan_GLSLC_EXECUTABLE="$glslc" -DSPIRV-Headers_DIR="$newer/usr/share/cmake/SPIRV-Headers"
    cmake --build "$build/vulkan" --target ggml-vulkan --parallel "${JOBS:-$(nproc)}"
    keep "$build/vulkan" 'libggml-vulkan.so'
fi

if [ "${GALLEY_CUDA:-0}" != 0 ]; then
    configure "$build/cuda" -DGGML_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES="${CUDA_ARCHITECTURES:-75;80;86;89;90}"
    cmake --build "$build/cuda" --target ggml-cuda --parallel "${JOBS:-$(nproc)}"
    keep "$build/cuda" 'libggml-cuda.so'
fi

for library in "$out"/lib*.so; do
    strip --strip-unneeded "$library"
    touch -d "@$SOURCE_DATE_EPOCH" "$library"
done
cp "$source/vendor/llama.cpp/LICENSE" "$out/LICENSE.llama.cpp"
ls -l "$out"
