#!/bin/sh
# Builds the guests of the WebAssembly workloads. Needs clang-19, lld-19, wasi-libc, libclang-rt-19-dev-wasm32, wabt (Debian) and jco (npm).
set -eu
cd "$(dirname "$0")"
clang-19 --target=wasm32-wasi -O2 -s files/files.c -o files/files.wasm
${JCO:-jco} new files/files.wasm --wasi-command -o files/files.component.wasm
clang-19 --target=wasm32-wasi -O2 -s -mexec-model=reactor slow-start/slow-start.c -o slow-start/slow-start.wasm
wat2wasm extism/echo.wat -o extism/echo.wasm
