#!/bin/sh
# Rebuilds run.wasm. Needs clang-19, lld-19, wasi-libc and libclang-rt-19-dev-wasm32 (Debian's names).
set -eu
cd "$(dirname "$0")"
clang-19 --target=wasm32-wasi -mexec-model=reactor -O2 -Wall -Wextra -Werror -s -I ../../../packages/plugin-sdk/include -o run.wasm run.c
