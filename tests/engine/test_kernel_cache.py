"""Compiled kernels are kept on disk. What is stored here is a stand-in, because compiling one takes a GPU; where there
is one, a second process compiles nothing."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from tests.engine.test_gpu import has_gpu

from parlour.kit import INTERPRETED

pytest.importorskip("numba_cuda")

CODEGEN = SimpleNamespace(magic_tuple=lambda: ((13, 0), (9, 0)))
TARGET = SimpleNamespace(refresh=lambda: None, codegen=lambda: CODEGEN)
OTHER_GPU = SimpleNamespace(
    refresh=lambda: None, codegen=lambda: SimpleNamespace(magic_tuple=lambda: ((13, 0), (10, 0)))
)
SIGNATURE = ("int64",)


def stand_in(name):
    parts = dict.fromkeys(
        ("cooperative", "signature", "codelibrary", "debug", "lineinfo", "call_helper", "extensions"), None
    )
    return SimpleNamespace(codegen=CODEGEN, _reduce_states=lambda: {**parts, "name": name})


def some_kernel():
    pass


@pytest.fixture
def new_cache(tmp_path, monkeypatch):
    from parlour.engine.kernel_cache import KernelCache

    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr("parlour.kit.compile._digest", lambda modules: "digest")
    return lambda form="": KernelCache(some_kernel, form)


def loaded(cache, target=TARGET):
    kernel = cache.load_overload(SIGNATURE, target)
    return kernel and kernel.entry_name


pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def test_a_stored_kernel_is_found_by_the_next_process(new_cache):
    assert loaded(new_cache()) is None
    new_cache().save_overload(SIGNATURE, stand_in("first"))
    assert loaded(new_cache()) == "first"


def test_other_options_another_gpu_and_another_signature_are_other_kernels(new_cache):
    new_cache().save_overload(SIGNATURE, stand_in("first"))
    assert loaded(new_cache("without lto")) is None
    assert loaded(new_cache(), OTHER_GPU) is None
    assert new_cache().load_overload(("float32",), TARGET) is None


@pytest.mark.parametrize("damage", [b"", b"not a pickle", None], ids=["empty", "other", "half"])
def test_a_damaged_file_is_compiled_again(new_cache, tmp_path, damage):
    new_cache().save_overload(SIGNATURE, stand_in("first"))
    (path,) = tmp_path.rglob("*.nbc")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert loaded(new_cache()) is None
    new_cache().save_overload(SIGNATURE, stand_in("again"))
    assert loaded(new_cache()) == "again"


COMPILED = """
import parlour
batch = parlour.game("piccolo").batch(64, seats=4, device="cuda")
batch.observe()
batch.step(batch.sample(), autoreset=True)
batch.play_out()
print(sum(sum(kernel.stats.cache_misses.values()) for kernel in batch._kernels))
"""


@pytest.mark.skipif(not has_gpu(), reason="needs a GPU")
def test_a_second_process_compiles_nothing(tmp_path):
    own = {**os.environ, "PARLOUR_CACHE": str(tmp_path)}
    missed = [int(subprocess.check_output([sys.executable, "-c", COMPILED], env=own, text=True)) for _ in range(2)]
    assert missed[0] > 0
    assert missed[1] == 0
