"""numba's compiler for the painter's kernels, with types: numba declares none."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function as machine code, kept for the next run."""
    return cast(Function, numba.njit(cache=True)(function))


def parallel(function: Function) -> Function:
    """The same, its loops over `prange` on all cores."""
    return cast(Function, numba.njit(parallel=True, cache=True)(function))
