"""A Hub engine that behaves as its first argument says: well at first, badly when it should think."""

import itertools
import sys
import time

LINES = {
    "hub": ["id name=peer version=1", 'param name=variant value=english type=enum values="english"', "wait"],
    "init": ["ready"],
    "ping": ["pong"],
}
INFO = 'info depth=3 score=0.25 nodes=10 time=0.01 pv="11-15 23-19 1-32"'

BEHAVIOURS = {
    "plain": [INFO, "done move=11-15 ponder=23-19"],
    "terse": ["done move=11-15"],
    "winning": ["info depth=9 score=99.87 nodes=7", "done move=11-15"],
    "noisy": ['\x00\xff junk = = "', "x" * 3_000_000, "info", "info score=nan", INFO, "done move=11-15"],
    "cheat": ["done move=1-32"],
    "mute": ["done"],
    "nonsense": ["done move=hello"],
}


ENDLESS = {"babbling": "Checkers is fun, is it not?", "boasting": "param name=strength value=" + "9" * 1000}


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def think(behaviour: str, told: list[str]) -> None:
    match behaviour:
        case "counting":
            say("done move=" + ("11-15" if "set-param name=cpu value=true" in told else "12-16"))
        case "silent":
            time.sleep(3600)
        case "chatty":
            for depth in itertools.count(1):
                say(f"info depth={depth} nodes={depth}")
                time.sleep(0.01)
        case "crash":
            sys.exit("something terrible happened")
        case "half":
            sys.stdout.write("done move=11-")
            sys.stdout.flush()
            sys.exit(0)
        case _:
            for line in BEHAVIOURS[behaviour]:
                say(line)


def main(behaviour: str) -> None:
    if behaviour == "asleep":
        time.sleep(3600)
    if behaviour in ENDLESS:
        while True:
            say(ENDLESS[behaviour])
    if behaviour == "counting":
        LINES["hub"].insert(1, "param name=cpu value=false type=bool")
    told: list[str] = []
    for line in sys.stdin:
        told.append(line.strip())
        command = line.split()[0]
        if command == "quit":
            if behaviour == "stubborn":
                time.sleep(3600)
            return
        if command == "go":
            think(behaviour, told)
        for answer in LINES.get(command, []):
            say(answer)


main(sys.argv[1])
