"""What it costs to begin: processor time and memory of an import and of `crownhead --help`.

Each line is the median of many runs, alternating with `python -c pass` so that a busy machine troubles both
alike; "above bare" is what remains when that is taken away. The limits are goals, and are only printed.
Linux only. It asserts that the commands do what they should, and that nothing is loaded that is not needed.

    python benchmarks/startup.py [RUNS]
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from statistics import median

HELP = "from crownhead.terminal.main import main; main(['--help'])"
CASES = {
    "python -c pass": "pass",
    "import crownhead": "import crownhead",
    "crownhead --help": HELP,
    "import click": "import click",
    "import rich.console": "import rich.console",
}
# The largest memory of the program itself: what wait4 reports counts that of its parent too. Linux only.
MEMORY_AT_EXIT = (
    "import atexit, os\n"
    "def report():\n"
    "    for line in open('/proc/self/status'):\n"
    "        if line.startswith('VmHWM'): os.write({writing}, line.split()[1].encode())\n"
    "atexit.register(report)\n"
)
GOALS = {"import crownhead": "30 ms, 15 MB above bare", "crownhead --help": "150 ms in all"}


@dataclass(frozen=True)
class Cost:
    milliseconds: float
    megabytes: float


def run(script: str) -> Cost:
    """Processor time of user and system, and the largest memory, of one fresh interpreter."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", MEMORY_AT_EXIT.format(writing=writing) + script],
        stdout=subprocess.DEVNULL,
        pass_fds=[writing],
    )
    os.close(writing)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, script
    with os.fdopen(reading) as pipe:
        kilobytes = int(pipe.read())
    return Cost((used.ru_utime + used.ru_stime) * 1e3, kilobytes / 1e3)


def costs(runs: int) -> dict[str, Cost]:
    for script in CASES.values():
        run(script)  # compiles what was never compiled
    samples: dict[str, list[Cost]] = {name: [] for name in CASES}
    for _ in range(runs):
        for name, script in CASES.items():
            samples[name].append(run(script))
    return {
        name: Cost(median(c.milliseconds for c in taken), median(c.megabytes for c in taken))
        for name, taken in samples.items()
    }


def check() -> None:
    """The help is complete, and neither rich nor a subcommand was loaded for it."""
    script = "import sys, atexit; atexit.register(lambda: print(*sys.modules)); " + HELP
    printed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert "Play:" in printed
    modules = printed.splitlines()[-1].split()
    assert "click" in modules
    assert not {"rich", "crownhead.terminal.show", "crownhead.picture.svg"} & set(modules)


def main() -> None:
    check()
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    measured = costs(runs)
    bare = measured["python -c pass"]
    print(f"{'':22}{'CPU':>10}{'above bare':>13}{'ratio':>8}{'memory':>11}{'above bare':>13}   goal")
    for name, cost in measured.items():
        print(
            f"{name:22}{cost.milliseconds:7.1f} ms{cost.milliseconds - bare.milliseconds:10.1f} ms"
            f"{cost.milliseconds / bare.milliseconds:8.2f}{cost.megabytes:8.1f} MB"
            f"{cost.megabytes - bare.megabytes:10.1f} MB   {GOALS.get(name, '')}"
        )


if __name__ == "__main__":
    main()
