"""The place of the data."""

import shutil
from pathlib import Path

import pytest

from wab.content import data
from wab.engine.words.errors import DataError

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def no_override(monkeypatch):
    monkeypatch.delenv(data.OVERRIDE, raising=False)


def test_a_checkout_holds_its_data_beside_the_code():
    assert data.data_root() == ROOT
    assert data.rules_root() == ROOT / "docs" / "rules"
    assert data.models_root() == ROOT / "models"
    assert data.shared_folder("campaigns/normandy") == ROOT / "campaigns" / "normandy"


def test_the_environment_names_another_folder(monkeypatch, tmp_path):
    (tmp_path / "campaigns").mkdir()
    monkeypatch.setenv(data.OVERRIDE, str(tmp_path))
    assert data.data_root() == tmp_path.resolve()
    assert data.rules_root() == ROOT / "docs" / "rules"


def test_what_a_designers_pack_does_not_bring_is_the_programs(monkeypatch, tmp_path):
    (tmp_path / "campaigns").mkdir()
    monkeypatch.setenv(data.OVERRIDE, str(tmp_path))
    assert data.models_root() == ROOT / "models"
    assert data.shared_folder("campaigns/normandy") == ROOT / "campaigns" / "normandy"
    for name in ("models", "campaigns/normandy"):
        (tmp_path / name).mkdir()
        assert data.shared_folder(name) == tmp_path.resolve() / name


def test_a_named_folder_without_campaigns_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv(data.OVERRIDE, str(tmp_path))
    with pytest.raises(DataError, match=r"WAB_DATA.*campaigns") as caught:
        data.data_root()
    assert caught.value.path == str(tmp_path.resolve())


def test_an_installed_package_holds_its_data_inside(monkeypatch, tmp_path):
    package = tmp_path / "wab"
    (package / "data" / "campaigns").mkdir(parents=True)
    (package / "data" / "models").mkdir()
    shutil.copytree(ROOT / "docs" / "rules", package / "data" / "rules")
    monkeypatch.setattr(data, "_PACKAGE", package)
    assert data.data_root() == package / "data"
    assert data.rules_root() == package / "data" / "rules"
    assert data.models_root() == package / "data" / "models"


def test_missing_data_is_said_and_not_guessed(monkeypatch, tmp_path):
    monkeypatch.setattr(data, "_PACKAGE", tmp_path / "wab")
    with pytest.raises(DataError, match="campaigns"):
        data.data_root()
    with pytest.raises(DataError, match="rule ledgers"):
        data.rules_root()
    (tmp_path / "campaigns").mkdir()
    with pytest.raises(DataError, match="models: no such folder"):
        data.models_root()
