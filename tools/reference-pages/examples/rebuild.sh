#!/bin/sh
# Builds calls.wasm from calls.c (which `npm run reference` writes) and ambit.h. Needs Debian's clang-19, lld-19, wasi-libc and
# libclang-rt-19-dev-wasm32. The digest of both goes into the module, so that a test can tell whether it is up to date.
set -eu
cd "$(dirname "$0")"
include=../../../packages/plugin-sdk/include
digest=$(cat "$include/ambit.h" calls.c | sha256sum | cut -d' ' -f1)
clang-19 --target=wasm32-wasi -O2 -s -Wall -Wextra -Werror "-I$include" "-DEXAMPLES_DIGEST=\"$digest\"" calls.c -o calls.wasm
