import type { Level } from '@aerie/core/market/order-book'

/** What a market buy comes to. `left` could not be filled: beyond what is displayed there is nothing. */
type Walk = { readonly average: number | null; readonly slippagePercent: number | null; readonly left: number }

/** Takes `size` coins from asks, the best first. */
export function walkAsks(asks: readonly Level[], size: number): Walk {
  let left = size
  let cost = 0
  for (const [price, offered] of asks) {
    const taken = Math.min(left, offered)
    cost += taken * price
    left -= taken
  }
  const filled = size - left
  const best = asks[0]?.[0]
  if (filled <= 0 || best === undefined) return { average: null, slippagePercent: null, left }
  return { average: cost / filled, slippagePercent: (cost / filled / best - 1) * 100, left }
}
