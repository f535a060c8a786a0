"""The review of a bell game in sentences, for a terminal. (The page's words are in web/src/games/bell/words.ts.)"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

Names = Mapping[str, str]  # a kind -> several of it, as in "five limes"

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

CAUSES = {
    "four": "there were four {}, not five",
    "six": "there were six {}, not five",
    "covered": "the five {} had been covered {} ms before",
    "mixed": "five cards by colour and type mixed; a five is all of one colour or all of one type",
    "none": "there was no five, nor anything close to one",
}
HARD = {
    "covering": "appeared when a card was covered",
    "type": "by type, not by colour",
    "decoy": "next to a sum of four or six",
    "many": "of three cards or more",
    "plain": "easy to see",
}
ADVICE = {
    "four": "Count again before you ring at four: {count} of {of} false rings had four.",
    "six": "Count again before you ring at six: {count} of {of} false rings had six.",
    "covered": "Hold back when a new card covers the five: {count} of {of} false rings came too late.",
    "mixed": "Count one colour or one type, never both: {count} of {of} false rings mixed them.",
    "none": "Wait until you see the five: {count} of {of} false rings had none in sight.",
    "covering": "Watch what a new card covers: fives that appear that way cost you {ms} ms more.",
    "type": "Watch the types as well as the colours: fives by type cost you {ms} ms more.",
    "many": "Add up small cards: fives of three cards or more cost you {ms} ms more.",
    "watch": "Keep watching all cards: {count} of {of} fives lay there for 1.5 s or more without your ring.",
    "speed": "Practise your speed: you are {ms} ms slower than a casual player.",
    "quicker": "Look for fives sooner: at {count} of {of} fives somebody else rang and you did not.",
    "harder": "Nothing stands out. Try a harder drill.",
}


def tells(summary: Mapping[str, Any], names: Names) -> list[str]:
    fives, wrong = summary["fives"], summary["false_rings"]
    outcomes = [five["outcome"] for five in fives]
    lines = [
        f"You could have rung {_times(len(fives), 'five')}: you won {outcomes.count('won')}, were too late for "
        f"{outcomes.count('late')}, left {outcomes.count('beaten')} to others, and nobody took "
        f"{outcomes.count('missed')}."
    ]
    if summary["usual"] is not None:
        levels = ", ".join(f"{each['level']} {each['median']}" for each in summary["levels"])
        lines.append(f"You usually ring after {round(summary['usual'])} ms (the levels: {levels}).")
    lines += [_five(five, names) for five in fives]
    left = Counter(five["hard"] for five in fives if five["time"] is None)
    if left:
        causes = ", ".join(f"{number} {HARD[hard]}" for hard, number in left.most_common())
        lines.append(f"Fives that you did not ring: {causes}.")
    if wrong:
        lines.append(f"You rang falsely {_often(len(wrong))}:")
    lines += [f"{_clock(ring['at'])}  {_cause(ring, names)} (cost: {_times(ring['cost'], 'card')})" for ring in wrong]
    return lines + [_advice(advice) for advice in summary["practise"]]


def _five(five: Mapping[str, Any], names: Names) -> str:
    head = f"{_clock(five['at'])}  five {names[five['kind']]}: "
    mine = "you did not ring" if five["time"] is None else f"you {round(five['time'])} ms"
    if five["outcome"] == "won":
        return f"{head}{mine}, won"
    if five["winner"] is None:
        return f"{head}{mine}, nobody took it"
    network = f" ({round(five['network'])} ms of the gap was the network)" if five["network"] >= 1 else ""
    return f"{head}{mine}, player {five['winner'] + 1} {round(five['winner_time'])} ms{network}"


def _cause(ring: Mapping[str, Any], names: Names) -> str:
    return CAUSES[ring["cause"]].format(names.get(ring["kind"], ""), ring["late"])


def _advice(advice: Mapping[str, Any]) -> str:
    return ADVICE[advice["what"]].format(count=advice["count"], of=advice["of"], ms=round(advice["ms"]))


def _clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def _times(number: int, thing: str) -> str:
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {thing}{'' if number == 1 else 's'}"


def _often(number: int) -> str:
    return "once" if number == 1 else "twice" if number == 2 else f"{number} times"
