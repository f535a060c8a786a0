/** Sentences about matches that do not begin with a new shuffle: played on from a position, or dealt before. */

/** Bots of one level, or (null) of several. */
const bots = (number: number, level: string | null): string =>
  level === null
    ? `${number} bots`
    : number === 1
      ? `1 ${level.toLowerCase()} bot`
      : `${number} ${level.toLowerCase()} bots`

export const deals = {
  from: {
    title: 'Play on from here',
    button: 'Play on from here',
    says: (title: string, time: string): string =>
      `This opens a new table of ${title} at ${time} of the match, with the same cards. You see only what your seat may see; bots play for everybody else.`,
    seat: 'Which seat is yours?',
    seatOf: (name: string, number: number): string => `${name} (seat ${number})`,
    yours: (number: number): string => `Your seat (seat ${number})`,
    level: 'Bot level',
    start: 'Play on',
    over: 'The match was over by then, so it can’t be continued. Choose an earlier moment.',
    broken: 'This match doesn’t follow the rules of the game, so it can’t be continued.',
    noPosition: 'This match has no such moment, so it can’t be continued from there.',
    otherRules: (title: string): string =>
      `The rules of ${title} have changed since this match, so it can’t be continued here.`,
    cameFrom: (time: string): string =>
      `You played on from ${time} of an earlier match, so this result isn’t part of your statistics.`,
    watch: 'Watch the earlier match',
    past: 'practice',
  },
  deal: {
    title: (title: string): string => `The same deal of ${title}`,
    challenge: 'Challenge a friend: same deal',
    challengeShort: 'Challenge a friend',
    challengeLong: (title: string, date: string): string => ` with the same deal: ${title}, ${date}`,
    shareText: (name: string, title: string): string => `${name} challenges you to the same deal of ${title}.`,
    copied: 'Link copied. It deals your friend the very same cards, against the same bots.',
    here: 'Your browser doesn’t allow copying. Here is the link:',
    link: 'Link to the same deal',
    onlyThisComputer: 'This link opens only on this computer, because the page itself was opened there.',
    invitation: (name: string, title: string): string => `${name} challenges you to a match of ${title}.`,
    says: (number: number, level: string | null): string =>
      number
        ? `You get the very same cards and the same seat, against the same ${bots(number, level)}. At the end you see who did better.`
        : 'You get the very same cards. At the end you see who did better.',
    results: 'Results so far',
    play: 'Play this deal',
    won: ', won',
    compared: 'The same deal',
    better: (name: string): string => `You did better than ${name}.`,
    worse: (name: string): string => `${name} did better than you.`,
    equal: (name: string): string => `You and ${name} did equally well.`,
    place: (place: number, of: number): string => `You’re number ${place} of ${of} with this deal.`,
    again: 'You have played this deal before, so this result isn’t part of your statistics.',
    before: 'You have played this deal before, so another result won’t be part of your statistics.',
    broken: 'This link to a deal isn’t complete. Ask your friend to send it again.',
    newer: 'This link to a deal was made by a newer version of Parlour. Reload the page, then open the link again.',
    noGame: 'This game can’t be played on this device.',
    otherRules: (title: string): string =>
      `This link was made by another version of ${title}, so the same deal isn’t possible here. Reload the page, or ask for a new link.`,
  },
  day: {
    title: 'Deal of the day',
    of: (title: string): string => `Deal of the day: ${title}`,
    says: (number: number, level: string | null): string =>
      `The same cards for everyone in the world today, against ${bots(number, level)}.`,
    short: 'The same cards for everyone today',
    play: 'Play',
    goOn: 'Continue',
    played: (points: number, won: boolean): string => `Your score: ${points}${won ? '. You won!' : ''}`,
    see: 'See the result',
    tomorrow: 'There’s a new deal tomorrow.',
    practise: 'Play it again',
    practiseSays: 'Only your first match counts.',
    finished: 'That was the deal of the day: the same cards for everyone. There’s a new one tomorrow.',
    past: 'deal of the day',
  },
}
