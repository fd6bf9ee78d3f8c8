import { cumulativeDepth, type DepthStep, groupLevels, type Level } from '@aerie/core/market/order-book'
import type { BookSnapshot } from '@aerie/wire/market/charts'

/** Both sides of a book, from the best price outward, with running totals. */
export type DepthSides = { readonly bids: readonly DepthStep[]; readonly asks: readonly DepthStep[] }

/** @param step prices are gathered into steps of this size; null leaves them as they are */
export const depthSides = ({ bids, asks }: Pick<BookSnapshot, 'bids' | 'asks'>, step: number | null): DepthSides => ({
  bids: cumulativeDepth(gathered(bids, step, 'bid')),
  asks: cumulativeDepth(gathered(asks, step, 'ask')),
})

const gathered = (levels: readonly Level[], step: number | null, side: 'bid' | 'ask'): readonly Level[] =>
  step === null ? levels : groupLevels(levels, step, side)
