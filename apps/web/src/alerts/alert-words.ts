import type { AlertKind } from '@aerie/wire/alerts/alerts'

export const KIND_WORDS: Readonly<Record<AlertKind, { readonly title: string; readonly words: string }>> = {
  price: { title: 'Price', words: 'The price rises above a level, falls below it, or crosses it.' },
  change: { title: 'Change', words: 'The price rises or falls by a percentage within a set time.' },
  volume: { title: 'Volume', words: 'The trading volume rises above its usual level.' },
  volatility: { title: 'Volatility', words: 'The volatility of a coin enters a regime.' },
  forecast: { title: 'Forecast', words: 'The median or a band of the forecast crosses a level.' },
  order_filled: { title: 'Order filled', words: 'One of your orders is filled.' },
  liquidation: { title: 'Near liquidation', words: 'The price comes close to the liquidation price of a position.' },
  unlock: { title: 'Staking unlock', words: 'Unstaked AERIE can be withdrawn.' },
}

const counts = new Intl.NumberFormat('en-US')

/** How often an alert would have fired: `3 to 5 times`, `at most once`; null if never. */
export function timesWords([least, most]: readonly [least: number, most: number]): string | null {
  if (most === 0) return null
  if (least === most) return countWords(most)
  return least === 0 ? `at most ${countWords(most)}` : `${counts.format(least)} to ${counts.format(most)} times`
}

const countWords = (count: number): string => (count === 1 ? 'once' : `${counts.format(count)} times`)
