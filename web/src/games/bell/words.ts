/** The words of both bell games. Another language is another key next to `en`. */

import { pickWords } from '../../words'

interface Advice {
  count: number
  of: number
  ms: number
}

const ms = (number: number): string => `${Math.round(number)} ms`
const cards = (number: number): string => (number === 1 ? 'one card' : `${number} cards`)
/** In reviews: null is the person who reads them. */
const who = (name: string | null): string => name ?? 'You'

export const en = {
  ring: 'Ring the bell',
  flip: 'Flip your card',
  flipFor: (name: string): string => `Flip ${name}’s card`,
  bell: 'The bell',
  yourTurn: 'Your turn: flip',
  turnOf: (name: string): string => `${name} flips`,
  itself: 'Cards flip by themselves',
  locked: 'No ringing until the next card',
  barred: 'You can’t ring in this round',
  youAreOut: 'You’re out. Enjoy the show!',
  piles: (name: string, top: string | null, stack: number, bank: number): string =>
    `${name}: ${top ?? 'no open card'}${stack > 1 ? `, ${stack} cards open` : ''}, ${bank} to flip`,
  seat: {
    out: 'out',
    locked: 'can’t ring yet',
    barred: 'can’t ring',
    lastChance: 'last chance!',
    stop: 'wants to stop',
    handicap: (number: number): string => `${number / 1000} s handicap`,
  },
  ms,
  later: (number: number): string => `+${Math.round(number)} ms`,
  noTime: 'untimed',
  corrected: (claimed: number): string => `corrected from ${ms(claimed)}`,
  verdict: {
    first: (name: string, you: boolean): string => (you ? 'Yours!' : `${name}!`),
    wrong: (name: string, you: boolean): string => (you ? 'Not a five' : `${name}: not a five`),
    heap: (number: number): string => `takes ${cards(number)}`,
    yourHeap: (number: number): string => `you take ${cards(number)}`,
    pays: (number: number, you: boolean): string =>
      number === 0 ? 'no cards to pay' : `${you ? 'you pay' : 'pays'} ${cards(number)}`,
    loses: (name: string, number: number): string => `${name} ${name === 'You' ? 'take' : 'takes'} ${cards(number)}`,
    late: (number: number): string => `Too late by ${Math.max(1, Math.round(number))} ms`,
    grace: 'The five just before this card still counted.',
    best: 'Your fastest so far!',
    nothing: 'No card was open.',
  },
  notice: {
    'next-is-last': 'The next round is the last one',
    last: 'Last round',
    'long-enough': 'The next correct ring ends the match',
  },
  vote: {
    ask: 'Stop here?',
    asked: 'You want to stop here.',
    askLong: 'Ask everyone to stop and count the cards',
    wants: (names: string): string => `${names} would like to stop and count the cards.`,
    agree: 'Agree',
    on: 'Play on',
  },
  reactions: {
    title: 'Your reactions',
    best: 'fastest',
    usual: 'typical',
    won: (won: number, rings: number): string => `You won ${won} of ${rings} rings`,
    none: 'Your reaction times will appear here.',
    chart: (number: number, best: string, usual: string): string =>
      `${number} ${number === 1 ? 'ring' : 'rings'}, fastest ${best}, typically ${usual}`,
    wrong: (number: number): string => (number === 1 ? 'one false ring' : `${number} false rings`),
  },
  end: {
    won: 'Most cards wins.',
    cards: 'Cards over time',
    chart: (names: string): string => `Cards at the end: ${names}`,
    had: (name: string, number: number): string => `${name} ${number}`,
    quickest: (name: string, time: string): string => `Fastest ring: ${name}, ${time}`,
    largest: (name: string, number: number, says: string): string =>
      `Biggest win: ${name}, ${number} cards for ${says}`,
    most: (name: string, number: number): string => `Most bells won: ${name}, ${number}`,
    wrong: (names: string): string => `False rings: ${names}`,
    times: (name: string, number: number): string => (number === 1 ? name : `${name} (${number})`),
    last: (name: string, says: string): string => `${name} won the last bell, for ${says}.`,
  },
  say: {
    flipped: (name: string, card: string): string => `${name}: ${card}.`,
    right: (name: string, says: string): string => `${name === 'You' ? 'You win' : `${name} wins`} the bell: ${says}.`,
    wrong: (name: string): string => `${name} rang, but there was no five.`,
    takes: (name: string, number: number): string => `${name} ${name === 'You' ? 'take' : 'takes'} ${cards(number)}.`,
    pays: (name: string, number: number): string => `${name} ${name === 'You' ? 'pay' : 'pays'} ${cards(number)}.`,
    out: (name: string): string => `${name} ${name === 'You' ? 'are' : 'is'} out.`,
    lastChance: (name: string): string => `${name} ${name === 'You' ? 'have' : 'has'} a last chance.`,
    turn: 'Your turn to flip.',
  },
  times: {
    title: (name: string | null): string =>
      name === null ? 'Your times and the bots’' : `${name}’s times and the bots’`,
    who,
    ms,
    /** For screen readers: what the chart shows. */
    chart: (rings: number, usual: string | null): string =>
      `${rings} ${rings === 1 ? 'ring' : 'rings'}${usual === null ? '' : `, typically after ${usual}`}`,
    player: 'Player',
    typical: 'Typical',
    half: 'Half of the rings',
    range: (from: number, to: number): string => `${Math.round(from)} to ${Math.round(to)} ms`,
    key: 'Thick bar: half of the rings. Thin bar: eight of ten. Line: the middle.',
  },
  review: {
    won: (name: string | null, won: number, fives: number): string =>
      fives === 0 ? 'There was no five to ring.' : `${who(name)} won ${won} of ${fives} fives.`,
    late: (number: number): string => `Too late: ${number}.`,
    left: (number: number): string => `Not rung: ${number}.`,
    usual: (time: string): string => `Typical time: ${time}.`,
    practise: (name: string | null): string => (name === null ? 'What to practise' : `What ${name} could practise`),
    drill: 'Practise with a drill',
    advice: {
      four: (a: Advice): string => `Count again before ringing at four: ${a.count} of ${a.of} false rings had four.`,
      six: (a: Advice): string => `Count again before ringing at six: ${a.count} of ${a.of} false rings had six.`,
      covered: (a: Advice): string =>
        `Hold back when a new card covers the five: ${a.count} of ${a.of} false rings came too late.`,
      mixed: (a: Advice): string =>
        `Count one colour or one type, never both together: ${a.count} of ${a.of} false rings mixed them.`,
      none: (a: Advice): string => `Wait until the five is there: ${a.count} of ${a.of} false rings had nothing close.`,
      covering: (a: Advice): string =>
        `Watch what a new card covers: fives that appear that way take ${ms(a.ms)} longer than others.`,
      type: (a: Advice): string =>
        `Watch the types as well as the colours: fives by type take ${ms(a.ms)} longer than others.`,
      many: (a: Advice): string =>
        `Add up the small cards: fives of three or more cards take ${ms(a.ms)} longer than others.`,
      watch: (a: Advice): string =>
        `Keep an eye on every card: ${a.count} of ${a.of} fives lay open for a second and a half without a ring.`,
      speed: (a: Advice): string => `Work on speed: a casual player is ${ms(a.ms)} faster.`,
      quicker: (a: Advice): string => `Look for fives sooner: at ${a.count} of ${a.of} fives only others rang.`,
      harder: (): string => 'Nothing stands out. Try a harder drill.',
    } as Record<string, (advice: Advice) => string>,
    falseRings: 'False rings',
    noFalseRings: 'No false rings.',
    cause: {
      four: (thing: string): string => `There were ${thing}, one too few`,
      six: (thing: string): string => `There were ${thing}, one too many`,
      covered: (thing: string, late: number): string => `${thing} had been covered ${ms(late)} earlier`,
      mixed: (): string => 'Colour and type mixed: a five is all of one colour or all of one type',
      none: (): string => 'No five, and nothing close',
    } as Record<string, (thing: string, late: number) => string>,
    cost: (number: number): string => (number === 0 ? 'cost nothing' : `cost ${cards(number)}`),
    unrung: 'Fives not rung',
    hard: {
      covering: 'appeared when a card was covered',
      type: 'five of a type, not of a colour',
      decoy: 'next to a four or a six',
      many: 'made of three or more cards',
      plain: 'easy to see',
    } as Record<string, string>,
    byHard: (number: number, hard: string): string => `${number} × ${hard}`,
    fives: (number: number): string => (number === 1 ? 'The five' : `All ${number} fives`),
    when: 'When',
    five: 'Five',
    who,
    first: 'First',
    network: 'Network',
    networkHelp: 'Network: how much of the gap to the first ring was the connection.',
    noRing: 'no ring',
    nobody: 'nobody',
    firstOf: (name: string, time: string): string => `${name}, ${time}`,
    clock: (at: number): string => `${Math.floor(at / 60000)}:${String(Math.floor(at / 1000) % 60).padStart(2, '0')}`,
  },
  drill: {
    about: (number: number): string =>
      `${number} cards come one after another. Ring the bell whenever there is a five: tap it, or press the space bar.`,
    stage: 'Difficulty',
    stages: ['Easy', 'Medium', 'Hard', 'Very hard'],
    piles: (piles: number, seconds: string): string => `${piles} piles, a card every ${seconds} s`,
    start: 'Start',
    stop: 'Stop',
    card: (number: number, of: number): string => `Card ${number} of ${of}`,
    pile: (number: number, card: string | null): string => `Pile ${number}: ${card ?? 'no card'}`,
    right: (time: string, five: string): string => `${five}: ${time}`,
    wrong: (near: string): string => (near ? `No five: ${near}` : 'No five'),
    missed: (five: string): string => `Missed: ${five}`,
    done: 'Done!',
    score: (time: string): string => `${time} per five`,
    scoreHelp: 'A missed five counts as 2 s, and a false ring adds 0.75 s.',
    best: (time: string): string => `Your best so far: ${time}`,
    newBest: 'Your best so far!',
    hits: 'Fives found',
    hitsOf: (hits: number, fives: number): string => `${hits} of ${fives}`,
    misses: 'Missed',
    falseRings: 'False rings',
    again: 'Again',
    harder: 'Harder',
    change: 'Change difficulty',
  },
  lesson: {
    welcome: (title: string): string =>
      `This is ${title}. Everyone has a pile of cards, and the bell is in the middle. Sharp eyes and quick hands win.`,
    bank: 'These are your cards, face down. Nobody has seen them, not even you.',
    flip: 'Your turn: flip a card. Tap your pile, or press Enter.',
    wait: 'Players take turns flipping a card. Wait for your turn.',
    look: 'Only the top open card of each player counts.',
    now: (seen: string): string => `${seen}: ring now! Hit the bell, or press the space bar.`,
    notYet: (seen: string, turn: boolean): string =>
      `${seen ? `Open now: ${seen}. ` : ''}No five yet, so don’t ring. ${turn ? 'Flip your card.' : 'Watch the cards.'}`,
    yours: 'Yours! All the open cards go under your pile, and you flip next.',
    after: 'The first to ring on a five takes all the open cards and flips next.',
    wrong:
      'If you ring when there is no five, you pay a card to each of the others. With only two players left, the other one takes all the open cards.',
    fair: 'After each ring you see everyone’s times. A slow connection is compensated for: only your own reaction counts.',
  },
}

export const words = pickWords({ en })
