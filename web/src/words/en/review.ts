/** Sentences about how somebody played a match. `name` is null for the person who reads them. */

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`
const who = (name: string | null): string => name ?? 'You'
const whose = (name: string | null): string => (name === null ? 'Your' : `${name}’s`)
const points = (number: number): string => `${number} ${number === 1 ? 'point' : 'points'}`

export const review = {
  review: {
    tiny: 'less than 0.1\u00a0%',
    button: 'How did I play?',
    buttonOther: 'How was it played?',
    heading: (name: string | null): string => (name === null ? 'How did I play?' : `How did ${name} play?`),
    choose: 'Whose play would you like to look at?',
    opening: 'Opening the match …',
    thinking: (name: string | null): string =>
      `Every choice is being played out many times, knowing only what ${name ?? 'you'} could see at that moment.`,
    progress: (done: number, of: number): string => `${done} of ${of} choices`,
    cancel: 'Cancel',
    cancelled: 'Stopped. Nothing was lost: you can start again any time.',
    again: 'Start again',
    working: 'Progress',
    ready: 'The review is ready.',
    another: 'Look at another player',
    noResult: 'No result.',
    noSeat: 'There is no such seat in this match.',
    noReview: 'There are no reviews of this game yet.',
    notHere: 'This browser can’t review the match by itself, and no server can help.',
    noChoices: (name: string | null): string =>
      `${who(name)} had no real choice in this match: every move was either the only one or as good as any other.`,
    leftEarly: 'This match was left early, so there is no result. Here is how it went until then.',
    won: (name: string | null): string => `${who(name)} won.`,
    tied: (name: string | null): string => `${who(name)} tied for first place.`,
    lost: (name: string | null): string => `${who(name)} didn’t win this time.`,

    between: (name: string | null, below: string, above: string): string =>
      `${who(name)} played between ${below.toLowerCase()} and ${above.toLowerCase()}.`,
    beyond: (name: string | null, level: string): string => `${who(name)} played better than ${level.toLowerCase()}!`,
    beneath: (name: string | null, level: string): string =>
      `${who(name)} played a little below ${level.toLowerCase()}.`,
    points: 'points against the others',
    perDecision: (loss: string, unit: string, choices: number): string =>
      `On average, a choice cost ${loss} ${unit} (${count(choices, 'choice', 'choices')}).`,
    average: (loss: string, unit: string, choices: number): string =>
      unit === 'ms per five'
        ? `Average: ${Math.round(Number(loss))} ${unit} (${count(choices, 'five', 'fives')}).`
        : `On average, a decision cost ${loss} ${unit} (${count(choices, 'decision', 'decisions')}).`,
    rough: 'A single match has few choices, so this is only a rough guess: the bar shows where it could be.',
    scale: 'Compared with the bots',
    here: (name: string | null): string => who(name),

    split: 'Luck and skill',
    start: 'An equal chance at the start',
    luck: 'Luck: the cards, and what the others did',
    skill: (name: string | null): string => `${whose(name)} own choices`,
    result: 'The result',
    until: 'The chance to win when the match was left',

    curve: (name: string | null): string => `${whose(name)} chance to win`,
    curveLuck: 'luck',
    curveLoss: 'lost by a choice',
    curveMistake: 'mistake',
    pick: 'Pick a choice to look at',
    point: (number: number, of: number, chance: string, cost: string | null, mistake: boolean): string =>
      `Choice ${number} of ${of}: ${chance} chance to win${mistake ? `, mistake: cost ${cost}` : cost ? `, cost ${cost}` : ''}`,
    goTo: 'Show this choice',

    mistakes: (number: number): string => (number === 1 ? 'One mistake' : `${number} mistakes`),
    comeBack: 'The worst of them come back as exercises over the next days.',
    exercises: 'Exercises',
    mistakesSay: 'Only what clearly cost something is called a mistake.',
    none: 'No mistakes. Well played!',
    noneSays: 'Some other moves may have been a little better, but the difference is too small to be sure.',
    noneOther: 'No clear mistakes.',
    order: 'Order',
    orders: { worst: 'Worst first', first: 'As played' },
    others: (number: number): string => `All other choices (${number})`,
    better: (move: string): string => `Better: ${move}`,
    bestMove: 'Nothing was clearly better.',
    cost: (percent: string): string => `cost ${percent}`,
    costs: (percent: string, lost: number): string =>
      lost === 0
        ? `It lowered the chance to win by ${percent}.`
        : lost > 0
          ? `It lowered the chance to win by ${percent}, and cost about ${points(lost)}.`
          : `It lowered the chance to win by ${percent}, although it was worth about ${points(-lost)} more.`,
    chance: (percent: string): string => `The chance to win was ${percent} at that moment.`,
    rules: (number: number): string => (number === 1 ? 'See the rule' : 'See the rules'),
    noPosition: 'The table can’t be shown here.',
    watch: 'Watch from here',
    playOn: 'Play on from here',
    number: (number: number): string => `Choice ${number}`,

    how: 'How this works',
    howSays: [
      'For each choice, the hidden cards are dealt in many ways that fit what the player could see. In each of these deals every promising move is tried, and quick bots play the round to its end. The scores then give the chance to win the match.',
      'The move that was played and the best other one are then compared in hundreds of fresh deals, the same for both. A mistake is a difference of more than three standard errors that is large enough to matter: chance alone produces one about once in 700 choices.',
      'Luck is whatever changed the chance to win between two choices. Start, luck and choices add up to the result exactly.',
      'The grade compares the points against the others that a choice cost on average with those that bots of each level lose, measured in many matches.',
      'Choices with a single possible move are left out, and so are those in which all moves are equally good as far as the player can know.',
    ],
    howRealTime: [
      'The match is played again from its log, and every moment is looked at with what the player could see.',
    ],
  },
}
