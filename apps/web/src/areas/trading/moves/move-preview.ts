import { DECIMALS, decimalText, FRACTION_ONE, floorDiv, type Price } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { percentFigure, signedAmount } from '../../../platform/format/figures.ts'
import { priceFrom, sizeFrom } from '../account/exact.ts'
import { isLong, stopOf, stopsOf } from '../orders/stops.ts'

export type MoveFigure = { readonly title: string; readonly before: string; readonly after: string }

/** Unknown values are null, and figures that depend on them are omitted. */
export type MoveFacts = {
  readonly position: TradingPosition | null
  readonly orders: readonly TradingOrder[]
  /** Mid price of the displayed book, for a market without a position. */
  readonly middle: Price | null
}

type At = { readonly order: TradingOrder; readonly price: Price }

/** Exact, at the displayed marks, without fees. Moving a resting order does not change the liquidation price: only its fill does. */
export function movePreview(
  order: TradingOrder,
  { from, to }: { readonly from: Price; readonly to: Price },
  facts: MoveFacts,
): readonly MoveFigure[] {
  const both = (title: string, read: (at: At) => string | null): readonly MoveFigure[] => {
    const [before, after] = [read({ order, price: from }), read({ order, price: to })]
    return before === null || after === null ? [] : [{ title, before, after }]
  }
  const hasMark = facts.position?.mark != null
  return [
    ...both(hasMark ? 'From the mark' : 'From the mid', (at) => awayText(at, facts)),
    ...both('Result at this price', (at) => resultText(at, facts)),
    ...both('R', (at) => multipleText(at, facts)),
    ...both('To liquidation', (at) => liquidationText(at, facts)),
  ]
}

const shareText = (part: bigint, whole: bigint): string =>
  percentFigure(decimalText(floorDiv(part * FRACTION_ONE, whole), DECIMALS.fraction))

function awayText({ price }: At, { position, middle }: MoveFacts): string | null {
  const mark = priceFrom(position?.mark ?? null) ?? middle
  return mark === null || mark <= 0n ? null : `${price > mark ? '+' : ''}${shareText(price - mark, mark)}`
}

function closing({ order }: At, { position }: MoveFacts) {
  if (position === null || (order.side === 'sell') !== isLong(position)) return null
  const [entry, held] = [priceFrom(position.entry), sizeFrom(position.size.replace('-', ''))]
  return entry === null || held === null ? null : { position, entry, held, sign: isLong(position) ? 1n : -1n }
}

/** P&L on the order's remaining size, before fees. */
function resultText(at: At, facts: MoveFacts): string | null {
  const closed = closing(at, facts)
  if (closed === null) return null
  const left = (sizeFrom(at.order.size) ?? 0n) - (sizeFrom(at.order.filled) ?? 0n)
  // A stop without a size closes the whole position.
  const size = left <= 0n || left > closed.held ? closed.held : left
  const result = closed.sign * (at.price - closed.entry) * size
  return signedAmount(decimalText(floorDiv(result, 10n ** BigInt(DECIMALS.price + DECIMALS.size - DECIMALS.usdc)), DECIMALS.usdc))
}

/** Reward/risk ratio between entry, stop and target. */
function multipleText(at: At, facts: MoveFacts): string | null {
  const own = attachedMultiple(at)
  if (own !== undefined) return own
  const closed = closing(at, facts)
  if (closed === null) return null
  const { position, entry, sign } = closed
  const stops = stopsOf(position, facts.orders)
  const stop = stopOf(position, stops) ?? stops[0]
  const isStop = stops.some(({ id }) => id === at.order.id)
  const target = isStop ? targetOf(at, facts) : at.price
  const risked = isStop ? at.price : priceFrom(stop?.trigger ?? null)
  return target === null || risked === null ? null : multiple(sign * (target - entry), sign * (entry - risked))
}

function attachedMultiple({ order, price }: At): string | null | undefined {
  const [target, stop] = [priceFrom(order.take_profit?.trigger ?? null), priceFrom(order.stop_loss?.trigger ?? null)]
  if (target === null || stop === null) return undefined
  const sign = order.side === 'buy' ? 1n : -1n
  return multiple(sign * (target - price), sign * (price - stop))
}

/** The nearest other order that closes the position at a profit. */
function targetOf(at: At, facts: MoveFacts): Price | null {
  const closed = closing(at, facts)
  if (closed === null) return null
  const gains = facts.orders
    .filter(({ symbol, side, id }) => symbol === at.order.symbol && side === at.order.side && id !== at.order.id)
    .map(({ price, trigger }) => priceFrom(price ?? trigger))
    .filter((price) => price !== null && closed.sign * (price - closed.entry) > 0n)
  return gains.reduce<Price | null>(
    (best, price) => (best === null || (price !== null && closed.sign * (price - best) < 0n) ? price : best),
    null,
  )
}

function multiple(gain: bigint, risk: bigint): string | null {
  if (risk <= 0n) return null
  const hundredths = floorDiv(gain * 100n, risk)
  return `${decimalText(hundredths, 2)}R`
}

/** Distance of a stop from the liquidation price, or a warning that the stop lies beyond it and can never trigger. */
function liquidationText(at: At, facts: MoveFacts): string | null {
  const closed = closing(at, facts)
  const liquidation = priceFrom(closed?.position.liquidation_price ?? null)
  if (closed === null || liquidation === null || !stopsOf(closed.position, facts.orders).some(({ id }) => id === at.order.id)) return null
  const room = closed.sign * (at.price - liquidation)
  return room > 0n ? shareText(room, at.price) : 'beyond it'
}
