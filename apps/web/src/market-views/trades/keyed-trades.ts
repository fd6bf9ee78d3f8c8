import type { TradeTuple } from '@aerie/wire/charts'

/** Trades with a key each that stays theirs while newer ones come in above: two equal trades of one moment are told apart. */
export function keyedTrades(trades: readonly TradeTuple[]): { readonly key: string; readonly trade: TradeTuple }[] {
  const seen = new Map<string, number>()
  return trades
    .toReversed()
    .map((trade) => {
      const name = trade.join(' ')
      const times = (seen.get(name) ?? 0) + 1
      seen.set(name, times)
      return { key: `${name} ${times}`, trade }
    })
    .toReversed()
}
