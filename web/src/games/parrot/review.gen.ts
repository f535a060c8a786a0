// Made by tools/page_views.py (make docs) from src/parlour/games/parrot; change it there.

import * as py from '../../engine/python'

const MEANINGS = new Map<any, any>([
  [0, ''],
  [1, 'cnns'],
  [2, 'cncp'],
  [3, 'cncp'],
  [4, 'cnp'],
  [5, 'cnpc'],
  [6, 'cnp'],
  [7, 'cn'],
  [8, 'pp'],
  [9, 'p'],
  [10, 'cnpp'],
  [11, 'cnpp'],
  [12, 'pp'],
  [13, 'pp'],
  [14, 'np'],
  [15, 'cnp'],
  [16, 'cnp'],
  [17, 'n'],
  [18, 'pp'],
  [19, 'pp'],
  [20, 'cn'],
  [21, 'ccn'],
  [22, 'ccn'],
  [23, 'cnpn'],
  [24, 'nnn'],
  [25, 'n'],
  [26, 'cpp'],
  [27, 'c'],
  [31, 'cnns'],
  [32, 'cncp'],
  [33, 'cncp'],
  [34, 'cnp'],
  [35, 'cnpc'],
  [36, 'cnp'],
  [37, 'cn'],
  [50, 'cn'],
  [38, 'ppc'],
  [39, 'pc'],
  [49, 'cpp'],
])
const PARROT = 13
const SET_NAMES: any = ['', 'Pair', 'Quartet', 'Sextet', 'Octet']
const SET_SAVES: any = [0, 0, 10, 15, 20]

/** What the gaps of an explanation are filled with. */
export function words(number: number, about: number[]): string[] {
  const said: any = []
  for (const [i, meaning] of py.enumerate([...py.item(MEANINGS, number)])) {
    if (meaning === 'c') {
      said.push(about[i] === PARROT ? 'Parrot' : String(about[i]))
    } else if (meaning === 'p') {
      said.push(about[i] === 1 ? '1 point' : `${about[i]} points`)
    } else if (meaning === 's') {
      said.push(SET_NAMES.at(about[i]))
      said.push(String(SET_SAVES.at(about[i])))
    } else {
      said.push(String(about[i]))
    }
  }
  return said
}

export const explanations: Record<number, { says: string; rules: string[] }> = {
  "0": {
    "says": "Played out in many possible deals, the other move did better.",
    "rules": [
      "PAR-05"
    ]
  },
  "1": {
    "says": "On place {1}, the {0} makes a {3} of {2}s, which takes {4} points off.",
    "rules": [
      "PAR-63",
      "PAR-64",
      "PAR-65"
    ]
  },
  "2": {
    "says": "On place {1}, the {0} makes a Pair with the {2} in its column. That saves about {3}.",
    "rules": [
      "PAR-61"
    ]
  },
  "3": {
    "says": "On place {1}, the Parrot copies the {2} in its column, which then costs nothing. That saves about {3}.",
    "rules": [
      "PAR-74",
      "PAR-75"
    ]
  },
  "4": {
    "says": "The {0} can take the Parrot’s place, and the Parrot flies to place {1}. That saves about {2}.",
    "rules": [
      "PAR-86",
      "PAR-88"
    ]
  },
  "5": {
    "says": "On place {1}, the {0} replaces the {3}. That saves about {2}.",
    "rules": [
      "PAR-24",
      "PAR-60"
    ]
  },
  "6": {
    "says": "On place {1}, the {0} replaces a card that is face down. On average, that saves about {2}.",
    "rules": [
      "PAR-25",
      "PAR-60"
    ]
  },
  "7": {
    "says": "You have a Pair of {0}s. With this {0} on place {1}, one more {0} beside it makes a Quartet or better.",
    "rules": [
      "PAR-63"
    ]
  },
  "8": {
    "says": "You could have ended the round with about {0}, and the best of the other Boxes with one turn left was worth about {1}.",
    "rules": [
      "PAR-46",
      "PAR-47"
    ]
  },
  "9": {
    "says": "Ending the round here leaves everybody else only one more turn. That costs each of them about {0}.",
    "rules": [
      "PAR-46",
      "PAR-47"
    ]
  },
  "10": {
    "says": "The {0} saves about {2} on place {1}, and about {3} on the place you chose.",
    "rules": [
      "PAR-24",
      "PAR-25",
      "PAR-60"
    ]
  },
  "11": {
    "says": "The {0} saves about {2} on place {1}. On the place you chose, it cost you about {3}.",
    "rules": [
      "PAR-24",
      "PAR-25",
      "PAR-60"
    ]
  },
  "12": {
    "says": "Your last card ended the round, although another Box was better: yours was worth about {0}, and that one, with one turn left, about {1}.",
    "rules": [
      "PAR-39",
      "PAR-46"
    ]
  },
  "13": {
    "says": "Your last card ended the round with about {0} in your Box. With more turns, it would have come down to about {1}.",
    "rules": [
      "PAR-39",
      "PAR-46"
    ]
  },
  "14": {
    "says": "You broke up your Pair of {0}s. That cost you about {1}.",
    "rules": [
      "PAR-61"
    ]
  },
  "15": {
    "says": "The {0} on place {1} costs more than the card that was face down there: about {2} more, on average.",
    "rules": [
      "PAR-25",
      "PAR-27"
    ]
  },
  "16": {
    "says": "The {0} on place {1} added about {2} to your Box. You could have discarded it.",
    "rules": [
      "PAR-24",
      "PAR-27"
    ]
  },
  "17": {
    "says": "The column of place {0} has a Parrot, so it costs nothing, whatever the other card is. Turning up a card elsewhere tells you more.",
    "rules": [
      "PAR-75"
    ]
  },
  "18": {
    "says": "With the better move, your Box is likely to end with about {0}. After the Parrot’s flight, it’s about {1}.",
    "rules": [
      "PAR-93"
    ]
  },
  "19": {
    "says": "Counting the turns to come, your Box is likely to end with about {0} after the better move, and about {1} after yours.",
    "rules": [
      "PAR-60"
    ]
  },
  "20": {
    "says": "On place {1}, the {0} lies beside your Parrot, which copies it: it costs nothing there.",
    "rules": [
      "PAR-75"
    ]
  },
  "21": {
    "says": "You replaced your {1}, which was already face up. On place {2}, the {0} would have replaced a card that is face down, and you would have one fewer of them.",
    "rules": [
      "PAR-25",
      "PAR-50"
    ]
  },
  "22": {
    "says": "You replaced your {1}, which was already face up. By discarding the {0} and turning up place {2}, you would have one card fewer face down.",
    "rules": [
      "PAR-27",
      "PAR-50"
    ]
  },
  "23": {
    "says": "The {0} and the {1} beside it make a column that costs {2}. On place {3}, the other card of the column is face down, so it can still become a Pair.",
    "rules": [
      "PAR-61"
    ]
  },
  "24": {
    "says": "Beside the {1}, place {0} is the better card to turn up: a Pair saves more there than beside the {2}.",
    "rules": [
      "PAR-27",
      "PAR-61"
    ]
  },
  "25": {
    "says": "In the column of place {0}, both cards are face down. Whatever you turn up there, you can still match it.",
    "rules": [
      "PAR-27",
      "PAR-61"
    ]
  },
  "26": {
    "says": "With a card from the pile, your Box is likely to end with about {1}. With the discarded {0}, it’s about {2}.",
    "rules": [
      "PAR-22"
    ]
  },
  "27": {
    "says": "The discarded {0} had to go into your Box. A card from the pile can still be discarded.",
    "rules": [
      "PAR-27",
      "PAR-28"
    ]
  },
  "31": {
    "says": "The discarded {0} would have made a {3} of {2}s on place {1}, which takes {4} points off.",
    "rules": [
      "PAR-22",
      "PAR-63",
      "PAR-64",
      "PAR-65"
    ]
  },
  "32": {
    "says": "The discarded {0} would have made a Pair with the {2} in the column of place {1}. That saves about {3}.",
    "rules": [
      "PAR-22",
      "PAR-61"
    ]
  },
  "33": {
    "says": "On place {1}, the discarded Parrot would have copied the {2} in its column. That saves about {3}.",
    "rules": [
      "PAR-82",
      "PAR-75"
    ]
  },
  "34": {
    "says": "The discarded {0} could have taken the Parrot’s place, and the Parrot could have flown to place {1}. That saves about {2}.",
    "rules": [
      "PAR-86",
      "PAR-91"
    ]
  },
  "35": {
    "says": "The discarded {0} could have replaced the {3} on place {1}. That saves about {2}.",
    "rules": [
      "PAR-22",
      "PAR-24"
    ]
  },
  "36": {
    "says": "The discarded {0} costs less than a card that is face down: on place {1} it saves about {2}, on average.",
    "rules": [
      "PAR-22",
      "PAR-25"
    ]
  },
  "37": {
    "says": "You have a Pair of {0}s. With the discarded {0} on place {1}, one more {0} beside it makes a Quartet or more.",
    "rules": [
      "PAR-22",
      "PAR-63"
    ]
  },
  "38": {
    "says": "With the discarded {2}, you could have ended the round with about {0}. The best of the other Boxes, with one turn left, was worth about {1}.",
    "rules": [
      "PAR-43",
      "PAR-47"
    ]
  },
  "39": {
    "says": "With the discarded {1}, you could have ended the round. That leaves everybody else only one more turn and costs each of them about {0}.",
    "rules": [
      "PAR-43",
      "PAR-47"
    ]
  },
  "49": {
    "says": "With the discarded {0}, your Box is likely to end with about {1}. With a card from the pile, it’s about {2}.",
    "rules": [
      "PAR-22"
    ]
  },
  "50": {
    "says": "On place {1}, the discarded {0} would have lain beside your Parrot, which copies it: it costs nothing there.",
    "rules": [
      "PAR-22",
      "PAR-75"
    ]
  }
}
