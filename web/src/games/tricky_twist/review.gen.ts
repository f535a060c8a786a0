// Made by tools/page_views.py (make docs) from src/parlour/games/tricky_twist; change it there.

import * as py from '../../engine/python'

const MEANINGS = new Map<any, any>([
  [0, ''],
  [1, 'ctf'],
  [2, 'ctf'],
  [3, 'ctf'],
  [4, 'c'],
  [5, 'c'],
  [6, 'c'],
  [7, 'c'],
  [8, 'c'],
  [9, 'cpcp'],
  [10, 'cck'],
  [11, 'ctf'],
  [12, 'ctf'],
  [13, 'cuh'],
  [14, 'cck'],
  [15, 'cuh'],
  [16, 'cc'],
  [17, 'c'],
  [18, 'cck'],
  [19, 'tfh'],
  [20, 'tf'],
  [21, 'h'],
  [22, ''],
  [23, 'b-pop'],
  [24, 'b-p'],
  [25, 'c'],
  [26, 'cck'],
  [27, 'tf'],
  [28, 'tf'],
  [29, 'pp'],
  [30, 'cc'],
  [31, 'hn'],
  [32, 'h'],
  [33, 'n'],
  [34, 'b-'],
  [35, 'b-tf'],
  [36, 'tf'],
])
const SUITS: any = ['moon', 'sun', 'square', 'circle']
const KIND_SAYS: any = [
  'longest run of values',
  'cards of one of two suits',
  'cards of one of two suits',
  'cards of the strongest suit',
  'different suits',
  'fewest false tricks (at least one)',
  'most false tricks (at least one)',
  'even values',
  'odd values',
]
const VALUES = 12
const BONUS_NAMES: any = ['Take-back', 'Flip', 'Joker', 'Star', 'V1', 'V2', 'V3', 'V4']
const VALUE_SIDES: any = ['Odd', 'Even', 'Any value', 'Plus or minus 1']
const SYMBOL_SIDES: any = [[0, 1], [1, 2], [2, 3], [3, 0]]

/** What the gaps of an explanation are filled with. */
export function words(number: number, about: number[]): string[] {
  const said: any = []
  for (const [i, meaning] of py.enumerate([...py.item(MEANINGS, number)])) {
    const what = about[i]
    if (meaning === 'c') {
      said.push(cardName(what))
    } else if (meaning === 'u') {
      said.push(py.capitalize(SUITS.at(what)))
    } else if (meaning === 'k') {
      said.push(KIND_SAYS.at(what))
    } else if (meaning === 'h') {
      said.push(what === 1 ? '1 card' : `${what} cards`)
    } else if (meaning === 't') {
      said.push(what === 1 ? '1 trick' : `${what} tricks`)
    } else if (meaning === 'f') {
      said.push(what === 1 ? '1 false trick' : `${what} false tricks`)
    } else if (meaning === 'p') {
      said.push(what === 1 ? '1 star' : `${what} stars`)
    } else if (['b', 'o'].includes(meaning)) {
      said.push(bonusName(what, about[1] === 1))
    } else if (meaning === 'n') {
      said.push(String(what))
    }
  }
  return said
}

/** "7 Sun" */
function cardName(card: any): any {
  return `${py.mod(card, VALUES) + 1} ${suitOf(card)}`
}

/** A bonus card as players know it. */
function bonusName(bonus: any, onValueSide: any): any {
  if (bonus < /* Bonus.V1 */ 4) {
    return BONUS_NAMES.at(bonus)
  }
  if (onValueSide) {
    return VALUE_SIDES.at(bonus - /* Bonus.V1 */ 4)
  }
  const [first, second] = [...SYMBOL_SIDES.at(bonus - /* Bonus.V1 */ 4)]
  return `${py.capitalize(SUITS[first])} or ${py.capitalize(SUITS[second])}`
}

function suitOf(card: any): any {
  return py.capitalize(SUITS.at(Math.floor(card / VALUES)))
}

export const explanations: Record<number, { says: string; rules: string[] }> = {
  "0": {
    "says": "Played out in many possible deals, the other move did better.",
    "rules": [
      "TRK-104"
    ]
  },
  "1": {
    "says": "With the {0}, you would have won this turn. One more trick was worth having, with {1} and {2} so far.",
    "rules": [
      "TRK-38",
      "TRK-83",
      "TRK-84"
    ]
  },
  "2": {
    "says": "The {0} was more likely to win this turn. One more trick was worth having, with {1} and {2} so far.",
    "rules": [
      "TRK-38",
      "TRK-83",
      "TRK-84"
    ]
  },
  "3": {
    "says": "You had {1} and {2}, so you didn’t want another trick. The {0} was less likely to win it.",
    "rules": [
      "TRK-83",
      "TRK-84"
    ]
  },
  "4": {
    "says": "As a false trick, the {0} would have brought you a bonus card.",
    "rules": [
      "TRK-41",
      "TRK-45"
    ]
  },
  "5": {
    "says": "There was a 7 in this turn’s trick. Winning it with the {0} would have brought you a bonus card.",
    "rules": [
      "TRK-45",
      "TRK-46"
    ]
  },
  "6": {
    "says": "The {0} had a good chance to win this turn, and with it a bonus card.",
    "rules": [
      "TRK-38",
      "TRK-45"
    ]
  },
  "7": {
    "says": "Another player could beat your {0} and take the bonus card for it.",
    "rules": [
      "TRK-45",
      "TRK-46"
    ]
  },
  "8": {
    "says": "It was better to keep the {0} for a turn in which it brings you a bonus card.",
    "rules": [
      "TRK-45",
      "TRK-46"
    ]
  },
  "9": {
    "says": "With the {0} among your false tricks, the scoring card pays {1}, and with the {2} it pays {3}.",
    "rules": [
      "TRK-87",
      "TRK-99"
    ]
  },
  "10": {
    "says": "As a false trick, the {0} fits the scoring card ({2}) better than the {1}.",
    "rules": [
      "TRK-87"
    ]
  },
  "11": {
    "says": "The {0} was worth keeping: it can win a later turn. You had {1} and {2}, so you needed tricks.",
    "rules": [
      "TRK-38",
      "TRK-83"
    ]
  },
  "12": {
    "says": "It was a chance to get rid of the {0}, which may win a turn later on. You had {1} and {2}, so you didn’t want more tricks.",
    "rules": [
      "TRK-38",
      "TRK-83"
    ]
  },
  "13": {
    "says": "You had only {2} in {1}. Without any, you can make a false trick when {1} is led, and you needed one.",
    "rules": [
      "TRK-35",
      "TRK-41"
    ]
  },
  "14": {
    "says": "The {0} fits the scoring card ({2}) better than the {1}: it was worth keeping for a false trick.",
    "rules": [
      "TRK-87"
    ]
  },
  "15": {
    "says": "You had only {2} in {1}. With the {0} in the reserve, you’re sooner without {1}, and then you can make false tricks.",
    "rules": [
      "TRK-24",
      "TRK-35",
      "TRK-41"
    ]
  },
  "16": {
    "says": "The {0} can win a turn, the {1} hardly. In the reserve, a good card may come too late.",
    "rules": [
      "TRK-24",
      "TRK-26"
    ]
  },
  "17": {
    "says": "The {0} can bring you a bonus card. In the reserve, it may come too late.",
    "rules": [
      "TRK-24",
      "TRK-45"
    ]
  },
  "18": {
    "says": "The {0} fits the scoring card ({2}) better than the {1}, so it’s better in your hand.",
    "rules": [
      "TRK-24",
      "TRK-87"
    ]
  },
  "19": {
    "says": "You had {2} in your hand. One more makes your round last longer, and with {0} and {1} there was still something to gain.",
    "rules": [
      "TRK-28",
      "TRK-76"
    ]
  },
  "20": {
    "says": "You had {0} and {1}. Another card makes the round longer, and that could only upset them.",
    "rules": [
      "TRK-28",
      "TRK-76"
    ]
  },
  "21": {
    "says": "Your reserve had {0} of a suit missing from your hand. With such a card, you must follow suit when it’s led, and you needed false tricks.",
    "rules": [
      "TRK-28",
      "TRK-35"
    ]
  },
  "22": {
    "says": "One more card in your hand gives you more to choose from, and it couldn’t cost you a false trick.",
    "rules": [
      "TRK-28"
    ]
  },
  "23": {
    "says": "The bonus card “{0}” was worth about {1} to you, and “{2}” about {3}.",
    "rules": [
      "TRK-45",
      "TRK-52"
    ]
  },
  "24": {
    "says": "The bonus card “{0}” was worth about {1} to you, and you never have to use one.",
    "rules": [
      "TRK-45",
      "TRK-52"
    ]
  },
  "25": {
    "says": "The {0} can be collected again, and then it brings another bonus card.",
    "rules": [
      "TRK-55",
      "TRK-58"
    ]
  },
  "26": {
    "says": "Among your false tricks, the {0} does less for the scoring card ({2}) than the {1}.",
    "rules": [
      "TRK-55",
      "TRK-87"
    ]
  },
  "27": {
    "says": "You had {0} and {1}. With one false trick fewer, they were worth more.",
    "rules": [
      "TRK-55",
      "TRK-84"
    ]
  },
  "28": {
    "says": "You had {0} and {1}, so you needed all your false tricks.",
    "rules": [
      "TRK-55",
      "TRK-83"
    ]
  },
  "29": {
    "says": "Declared that way, this round is worth {0}, and the way you chose {1}.",
    "rules": [
      "TRK-80",
      "TRK-81"
    ]
  },
  "30": {
    "says": "The {0} is neither high nor low. A low card like the {1} is worth more in your hand: you can lose a turn with it when you don’t want a trick.",
    "rules": [
      "TRK-24",
      "TRK-38"
    ]
  },
  "31": {
    "says": "You had {0} in your hand, and another player had only {1}. You weren’t the one about to run out of cards, so your reserve could wait.",
    "rules": [
      "TRK-28",
      "TRK-76"
    ]
  },
  "32": {
    "says": "You still had {0} in your hand, so your reserve could wait until you know which cards you need.",
    "rules": [
      "TRK-28"
    ]
  },
  "33": {
    "says": "Star pays 1 star for each of your tricks, and you already had {0}.",
    "rules": [
      "TRK-66"
    ]
  },
  "34": {
    "says": "“{0}” can even out your tricks and false tricks when the round ends. If they’re equal, each pair is worth 5 stars instead of 3.",
    "rules": [
      "TRK-60",
      "TRK-64",
      "TRK-84"
    ]
  },
  "35": {
    "says": "“{0}” counts as one more false trick, and you had {1} and {2}.",
    "rules": [
      "TRK-68",
      "TRK-71",
      "TRK-83"
    ]
  },
  "36": {
    "says": "You had {0} and {1}. Without drawing, you would have played your last card and ended the round at once.",
    "rules": [
      "TRK-28",
      "TRK-76"
    ]
  }
}
