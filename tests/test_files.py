from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from crownhead.errors import FileInUse, JournalError
from crownhead.files import Journal, Lock, data_directory, replacing, write_text


def test_data_directory_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    assert data_directory() == tmp_path


def test_data_directory_of_the_user_names_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROWNHEAD_DATA", raising=False)
    assert data_directory().name == "crownhead"


def test_replaces_a_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    path.write_text("old")
    path.chmod(0o640)
    write_text(path, "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), replacing(path) as file:
        file.write(bytes(1 // 0))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
def test_a_full_disk_names_the_file(tmp_path: Path) -> None:
    """A write that the system refuses for want of room says nothing of the file by itself."""
    path = tmp_path / "file"
    with (
        Path("/dev/full").open("wb", buffering=0) as full,
        pytest.raises(OSError, match="No space left") as caught,
        replacing(path),
    ):
        full.write(b"x")
    assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == []


def test_a_killed_writer_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    path.write_text("old")
    script = (
        "import os, signal, sys; from pathlib import Path; from crownhead.files import replacing\n"
        "with replacing(Path(sys.argv[1])) as file:\n"
        "    file.write(b'half'); file.flush(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script, os.fspath(path)], check=False)
    assert done.returncode == -9
    assert path.read_text() == "old"


def test_a_new_file_gets_the_permissions_that_the_system_gives(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write_text(tmp_path / "new", "text")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_the_mask_of_the_process_is_never_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "umask", lambda mask: pytest.fail("other threads create files meanwhile"))
    write_text(tmp_path / "new", "text")
    write_text(tmp_path / "new", "again")


@pytest.mark.parametrize("exists", [True, False])
def test_a_symbolic_link_stays_one(tmp_path: Path, exists: bool) -> None:
    target, link = tmp_path / "far" / "game.pdn", tmp_path / "link.pdn"
    target.parent.mkdir()
    if exists:
        target.write_text("old")
    link.symlink_to(Path("far", "game.pdn"))
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert list(target.parent.iterdir()) == [target]


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    listener = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    listener.start()
    write_text(pipe, "words")
    listener.join()
    assert heard == ["words"]
    assert pipe.is_fifo()


# -- locks ---------------------------------------------------------------------------------------------


def test_a_lock_keeps_others_out_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    with Lock.beside(path):
        with pytest.raises(FileInUse) as caught:
            Lock.beside(path)
        assert caught.value.path == tmp_path / ".game.pdn.lock"
    assert list(tmp_path.iterdir()) == []
    Lock.beside(path).close()


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path; from crownhead.files import Lock\n"
        "lock = Lock(Path(sys.argv[1])); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script, tmp_path / "lock"], check=False)
    assert done.returncode == -signal.SIGKILL
    Lock(tmp_path / "lock").close()


def test_who_opened_a_lock_before_it_was_removed_does_not_hold_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One opens the lock while another holds it, and gets it when it has been removed: that file is nobody's."""
    path = tmp_path / "lock"
    holder: list[Lock] = [Lock(path)]
    opened = Path.open

    def open_and_be_overtaken(self: Path, mode: str) -> object:
        file = opened(self, mode)
        if holder:
            holder.pop().close()
        return file

    monkeypatch.setattr(Path, "open", open_and_be_overtaken)
    with Lock(path), pytest.raises(FileInUse):
        Lock(path)


# -- journals ------------------------------------------------------------------------------------------

SETTINGS = {"first": "level=2", "seed": 3}


def filled(path: Path, entries: int = 3) -> Path:
    with Journal(path, "match", SETTINGS) as journal:
        for number in range(entries):
            journal.add({"number": number, "moves": ["11-15"]})
    return path


def numbers(path: Path) -> list[int]:
    with Journal(path, "match", SETTINGS) as journal:
        entries = list(journal.entries())
    assert journal.count == len(entries)
    return [entry["number"] for entry in entries]


def test_entries_come_back_as_they_were(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.match")
    with Journal(path, "match", SETTINGS) as journal:
        assert next(journal.entries()) == {"number": 0, "moves": ["11-15"]}
    assert numbers(path) == [0, 1, 2]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("lost", [1, 2, 20])
def test_a_line_that_was_being_written_is_cut_off(tmp_path: Path, lost: int) -> None:
    path = filled(tmp_path / "a.match")
    path.write_bytes(path.read_bytes()[:-lost])
    assert numbers(path) == [0, 1]
    with Journal(path, "match", SETTINGS) as journal:
        journal.add({"number": 7})
    assert numbers(path) == [0, 1, 7]


def test_a_torn_first_line_begins_anew(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.match")
    path.write_bytes(path.read_bytes()[:15])
    assert numbers(path) == []
    assert numbers(filled(path, 1)) == [0]


def test_damage_is_named_with_its_line(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.match")
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"11-15", b"11-16")
    path.write_bytes(b"".join(lines))
    with pytest.raises(JournalError, match=r"a\.match, line 3: the checksum is wrong"):
        numbers(path)


def test_other_work_is_refused_with_the_difference(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.match")
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"another match: seed was 3, is 4$"):
        Journal(path, "match", {**SETTINGS, "seed": 4})
    with pytest.raises(JournalError, match=r"not the journal of a review$"):
        Journal(path, "review", SETTINGS)
    assert path.read_bytes() == before


def test_work_of_another_version_is_refused_with_both_named_unless_it_is_asked_for(tmp_path: Path) -> None:
    path, old, new = tmp_path / "a.match", {**SETTINGS, "code": "1 (a)"}, {**SETTINGS, "code": "2 (b)"}
    Journal(path, "match", old).close()
    with pytest.raises(
        JournalError,
        match=r"a\.match was begun by crownhead 1 \(a\), and this is 2 \(b\): .* --other-version",
    ):
        Journal(path, "match", new)
    Journal(path, "match", new, other_version=True).close()
    with pytest.raises(JournalError, match=r"another match: seed was 3, is 4$"):
        Journal(path, "match", {**new, "seed": 4}, other_version=True)


def test_work_that_names_no_version_goes_on(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.match")
    with Journal(path, "match", {**SETTINGS, "code": "2 (b)", "files": []}) as journal:
        assert journal.count == 3


@pytest.mark.parametrize("content", [b"hello", b"hello\n", b"\x00\xff\n" * 5, b'[Event "x"]\n1. 11-15 *\n'])
def test_another_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.match"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=r"line 1|not the journal"):
        numbers(path)
    assert path.read_bytes() == content


def test_two_writers_cannot_share_a_journal(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "a.match", "match", SETTINGS),
        pytest.raises(JournalError, match="another process is writing this journal"),
    ):
        Journal(tmp_path / "a.match", "match", SETTINGS)


def test_what_was_added_survives_a_kill(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path; from crownhead.files import Journal\n"
        f"journal = Journal(Path(sys.argv[1]), 'match', {SETTINGS!r})\n"
        "for number in range(5): journal.add({'number': number})\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script, tmp_path / "a.match"], check=False)
    assert done.returncode == -signal.SIGKILL
    assert numbers(tmp_path / "a.match") == [0, 1, 2, 3, 4]
