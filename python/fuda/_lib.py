"""The shared library: where it is, and errors as exceptions."""

import ctypes.util
import os
import pathlib

import cffi

from ._cdef import CDEF, VERSION

ffi = cffi.FFI()
ffi.cdef(CDEF)


class Error(Exception):
    """What the library refused; `code` is one of fuda.lib.FUDA_ERROR_*."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def _candidates():
    if os.environ.get("FUDA_LIBRARY"):
        yield os.environ["FUDA_LIBRARY"]
        return
    here = pathlib.Path(__file__).resolve()
    for folder in (here.parents[2] / "build", *(p / "lib" for p in here.parents)):
        yield str(folder / "libfuda.so")
    yield "libfuda.so.0"
    found = ctypes.util.find_library("fuda")
    if found:
        yield found


def _open():
    tried = []
    for path in _candidates():
        if os.sep in path and not os.path.exists(path):
            continue
        try:
            return ffi.dlopen(path)
        except OSError as why:
            tried.append(str(why))
    raise ImportError(
        "libfuda.so was not found; run `make install`, or set FUDA_LIBRARY to its path\n" + "\n".join(tried)
    )


lib = _open()
_version = ffi.string(lib.fuda_version()).decode()
if _version != VERSION:
    raise ImportError(f"this package is for libfuda {VERSION}, but the library is {_version}")


def text(p):
    """A string of the library; None for null."""
    return ffi.string(p).decode() if p else None


def call(function, *arguments):
    """Calls a function whose last parameter is an error; raises Error if it returns null or false."""
    error = ffi.new("fuda_error *")
    result = function(*arguments, error)
    if not result:
        raise Error(error.code, ffi.string(error.message).decode())
    return result


def sized(function, *arguments, initial=256):
    """The bytes that a function writes which returns how many it needs."""
    size = initial
    while True:
        out = ffi.new("char[]", size)
        need = function(*arguments, out, size)
        if need < size:
            return bytes(ffi.buffer(out, need))
        size = need + 1
