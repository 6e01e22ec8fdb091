#!/bin/sh
# Builds fixtures/header/header.wasm from its source and include/ambit.h. Needs Debian's clang-19, lld-19, wasi-libc and
# libclang-rt-19-dev-wasm32. The header's digest goes into the module, so that a test can tell whether it is up to date.
set -eu
cd "$(dirname "$0")/.."
digest=$(sha256sum include/ambit.h fixtures/header/header.c | sha256sum | cut -d' ' -f1)
clang-19 --target=wasm32-wasi -O2 -s -Wall -Wextra -Werror -Iinclude "-DHEADER_DIGEST=\"$digest\"" fixtures/header/header.c -o fixtures/header/header.wasm
