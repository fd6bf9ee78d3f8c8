import type { TradeTuple } from '@aerie/wire/market/charts'

/**
 * How many trades stand at the head of `next` that are not in `shown`: from there on both are the same. Two equal trades of one
 * moment are two.
 *
 * @param shown newest first
 * @returns all of `next` where nothing of both is the same
 */
export function newTrades(shown: readonly TradeTuple[], next: readonly TradeTuple[]): number {
  for (let count = 0; count < next.length; count += 1) {
    const common = Math.min(shown.length, next.length - count)
    if (common > 0 && shown.slice(0, common).every((trade, place) => isSameTrade(trade, next[count + place]))) return count
  }
  return next.length
}

/** Whether two tell of the same trade, as far as a book does. */
export const isSameTrade = (one: TradeTuple, other: TradeTuple | undefined): boolean =>
  other !== undefined && one[0] === other[0] && one[1] === other[1] && one[2] === other[2] && one[3] === other[3]
