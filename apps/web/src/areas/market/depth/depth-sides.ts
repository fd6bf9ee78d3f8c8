import { cumulativeDepth, type DepthStep, groupLevels, type Level } from '@aerie/core/market/order-book'
import type { BookSnapshot } from '@aerie/wire/market/charts'

export type DepthSides = { readonly bids: readonly DepthStep[]; readonly asks: readonly DepthStep[] }

export const depthSides = ({ bids, asks }: Pick<BookSnapshot, 'bids' | 'asks'>, step: number | null): DepthSides => ({
  bids: cumulativeDepth(gathered(bids, step, 'bid')),
  asks: cumulativeDepth(gathered(asks, step, 'ask')),
})

const gathered = (levels: readonly Level[], step: number | null, side: 'bid' | 'ask'): readonly Level[] =>
  step === null ? levels : groupLevels(levels, step, side)
