/** One of the workers among which the decisions of a review are shared out. */

import type { GameViews } from '../local/game'
import type { Summing } from './realTime'
import { Reviewer, type ToReviewer } from './reviewer'
import type { TurnWords } from './turns'

const views = import.meta.glob<GameViews>('../games/*/views.gen.ts')
const reviews = import.meta.glob<TurnWords | Summing>('../games/*/review.gen.ts')

const reviewer = new Reviewer({
  views: (game) => views[`../games/${game}/views.gen.ts`]!(),
  review: (game) => reviews[`../games/${game}/review.gen.ts`]?.() ?? Promise.resolve(null),
})

let last: Promise<void> = Promise.resolve() // messages are handled in order

onmessage = ({ data }: MessageEvent<ToReviewer>) => {
  last = last.then(async () => postMessage(await reviewer.answer(data)))
}
