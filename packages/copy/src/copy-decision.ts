import { least, type MicroUsdc, magnitude, microUsdc, type Notional, type Price, type Size, size } from '@aerie/core/numbers/units'

/** Follower's settings. Money in micro-USDC, all limits above 0. */
export type CopyLimits = {
  /** Maximum opening value per copied trade, at the current price. */
  readonly perTrade: MicroUsdc
  /** Loss since 00:00 UTC at which opening stops. */
  readonly dailyLoss: MicroUsdc
  /** Loss since the copy began at which opening stops and everything is closed. */
  readonly totalLoss: MicroUsdc
  /** Maximum price distance from the leader's fill, in basis points. */
  readonly maxMoveBps: number
  readonly lateMs: number
  readonly excluded: ReadonlySet<string>
}

/** Leader's position after a trade (negative: short), and price and market time of the fill that led to it. */
export type CopySignal = {
  readonly symbol: string
  readonly position: Size
  readonly price: Price
  readonly at: number
}

/** Follower's state when the signal arrives. `part` includes pending orders, `net` is the whole account (negative: short). */
export type CopyView = {
  readonly part: Size
  readonly net: Size
  readonly lot: Size
  readonly minNotional: Notional
  /** Best price of the opposite side, else the mark. */
  readonly reference: Price | undefined
  readonly isFresh: boolean
  readonly now: number
  /** Speed of the market clock relative to real time; 1 unless replaying. */
  readonly speed: number
  readonly isPaused: boolean
  /** The copy existed when the leader's position began, and its user has not left the cycle. */
  readonly isInCycle: boolean
  readonly isCircular: boolean
  readonly isSameSource: boolean
  /** Positive amounts are losses; undefined if unknown. */
  readonly losses: { readonly daily: MicroUsdc; readonly total: MicroUsdc } | undefined
}

/** Decision for a follower. `target`: what the copy should hold; `reason`: why it falls short, if so. */
export type CopyDecision =
  | { readonly kind: 'none'; readonly target: Size }
  | { readonly kind: 'skip'; readonly target: Size; readonly reason: SkipReason }
  | {
      readonly kind: 'order'
      readonly target: Size
      readonly side: 'buy' | 'sell'
      readonly size: Size
      readonly isReduceOnly: boolean
      readonly reason: SkipReason | undefined
    }

type Asked = { readonly signal: CopySignal; readonly ratio: CopyRatio; readonly limits: CopyLimits; readonly view: CopyView }

/** Orders toward the target: closing always, opening only within every limit. Source: AREAS.md C4. @throws RangeError as `copyTarget` */
export function decideCopy({ signal, ratio, limits, view }: Asked): CopyDecision {
  const target = copyTarget(signal.position, ratio, view.lot)
  const blocked = blockedBy(view)
  const { closing, opening } = stepBetween(view.part, target)
  if (closing === 0n && opening === 0n) return idle(signal, target, view)
  if (blocked !== undefined) return { kind: 'skip', target, reason: blocked }
  const reason = opening === 0n ? undefined : openingRefusal({ signal, ratio, limits, view }, opening)
  const wanted = reason === undefined ? closing + opening : closing
  if (wanted === 0n) return { kind: 'skip', target, reason: reason ?? 'belowLot' }
  return orderOf({ view, target, wanted: size(wanted), reason })
}

const idle = ({ position }: CopySignal, target: Size, { isInCycle }: CopyView): CopyDecision =>
  position !== 0n && target === 0n ? { kind: 'skip', target, reason: isInCycle ? 'belowLot' : 'notInCycle' } : { kind: 'none', target }

const blockedBy = ({ isSameSource, isFresh, reference }: CopyView): SkipReason | undefined =>
  isSameSource ? (isFresh && reference !== undefined ? undefined : 'staleBook') : 'leaderSource'

type Rule = (asked: Asked, opening: Size) => boolean

const OPENING_RULES: readonly (readonly [SkipReason, Rule])[] = [
  ['staleBook', ({ view }) => view.losses === undefined],
  ['cycleDetected', ({ view }) => view.isCircular],
  ['paused', ({ view }) => view.isPaused],
  ['coinExcluded', ({ signal, limits }) => limits.excluded.has(signal.symbol)],
  ['notInCycle', ({ view }) => !view.isInCycle],
  ['late', ({ signal, limits, view }) => view.now - signal.at > limits.lateMs * Math.max(1, view.speed)],
  ['priceMoved', ({ signal, limits, view }) => hasMoved(signal.price, view.reference, limits.maxMoveBps)],
  ['totalLoss', ({ limits, view }) => (view.losses?.total ?? 0n) >= limits.totalLoss],
  ['dailyLoss', ({ limits, view }) => (view.losses?.daily ?? 0n) >= limits.dailyLoss],
  ['perTradeLimit', ({ limits, view }, opening) => worthOf(opening, view.reference) > limits.perTrade],
  ['belowMinNotional', ({ view }, opening) => opening * (view.reference ?? 0n) < view.minNotional],
]

const openingRefusal = (asked: Asked, opening: Size): SkipReason | undefined =>
  OPENING_RULES.find(([, isAgainst]) => isAgainst(asked, opening))?.[0]

const BPS = 10_000n
const hasMoved = (from: Price, to: Price | undefined, bps: number): boolean =>
  to === undefined || magnitude<bigint>(to - from) * BPS > from * BigInt(bps)

const MICRO = 10n ** 18n
/** Value in micro-USDC, rounded up so that a limit is never exceeded by a fraction. */
const worthOf = (amount: Size, at: Price | undefined): MicroUsdc => microUsdc((amount * (at ?? 0n) + MICRO - 1n) / MICRO)

type Placing = { readonly view: CopyView; readonly target: Size; readonly wanted: Size; readonly reason: SkipReason | undefined }

function orderOf({ view, target, wanted, reason }: Placing): CopyDecision {
  const isBuy = view.part === target ? target > 0n : target > view.part
  const signed = isBuy ? wanted : -wanted
  const after = view.part + signed
  const isReducing = after * view.part >= 0n && magnitude<bigint>(after) < magnitude<bigint>(view.part)
  // Reduce-only avoids the minimum size and can never open, but requires that the net account position shrinks, too.
  const isReduceOnly = isReducing && view.net * signed < 0n && magnitude<bigint>(view.net) >= wanted
  const isTooSmall = !isReduceOnly && wanted * (view.reference ?? 0n) < view.minNotional
  if (isTooSmall) return { kind: 'skip', target, reason: 'belowMinNotional' }
  return { kind: 'order', target, side: isBuy ? 'buy' : 'sell', size: wanted, isReduceOnly, reason }
}

/** Daily and total loss of a copy. `result`: current, micro-USDC, negative is a loss; `atDayStart`: at 00:00 UTC. */
export const lossesOf = (result: MicroUsdc, atDayStart: MicroUsdc): { readonly daily: MicroUsdc; readonly total: MicroUsdc } => ({
  daily: microUsdc(atDayStart - result),
  total: microUsdc(-result),
})

/** Scale of a copy, fixed at the start of a position cycle; micro-USDC, equity above 0. */
export type CopyRatio = { readonly allocation: MicroUsdc; readonly equity: MicroUsdc }

/** `floor(leader · allocation / equity)` in whole lots, toward zero; negative: short. Source: AREAS.md C4. @throws RangeError */
export function copyTarget(leader: Size, { allocation, equity }: CopyRatio, lot: Size): Size {
  if (equity <= 0n || lot <= 0n) throw new RangeError('A ratio needs an equity and a lot above 0')
  return wholeLots((leader * allocation) / equity, lot)
}

/** Size in whole lots, toward zero. @throws RangeError if the lot is 0 */
const wholeLots = (value: bigint, lot: Size): Size => size((value / lot) * lot)

/** Unsigned parts of a position change: close first, then open. */
type CopyStep = { readonly closing: Size; readonly opening: Size }

/** Splits a move from `from` to `to`; a reversal closes everything and opens the other side. */
export function stepBetween(from: Size, to: Size): CopyStep {
  if (from * to < 0n) return { closing: magnitude(from), opening: magnitude(to) }
  const change = magnitude<bigint>(to) - magnitude<bigint>(from)
  return { closing: size(change < 0n ? -change : 0n), opening: size(change > 0n ? change : 0n) }
}

/** Reasons a leader's trade was not or only partly copied, in order of precedence. Source: AREAS.md C4; `notInCycle` is ours. */
export const SKIP_REASONS = [
  'leaderSource',
  'staleBook',
  'cycleDetected',
  'paused',
  'coinExcluded',
  'notInCycle',
  'late',
  'priceMoved',
  'totalLoss',
  'dailyLoss',
  'belowLot',
  'perTradeLimit',
  'belowMinNotional',
  'insufficientMargin',
] as const
/** One of `SKIP_REASONS`. */
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Reason texts for the follower. */
export const SKIP_REASON_TEXT: Readonly<Record<SkipReason, string>> = {
  leaderSource: 'The leader trades in another market than this account.',
  staleBook: 'No prices of this market had arrived for more than five seconds.',
  cycleDetected: 'The leader copies you, directly or through others.',
  paused: 'This copy was paused.',
  coinExcluded: 'You have excluded this coin.',
  notInCycle: 'The position began before your copy, or you closed your part of it. Copying begins with the next position.',
  late: 'The trade was seen too late.',
  priceMoved: 'The price had moved too far from the price of the leader.',
  totalLoss: 'The total loss limit of this copy was reached.',
  dailyLoss: 'The daily loss limit of this copy was reached.',
  belowLot: 'Your share of this trade is smaller than the smallest size of this market.',
  perTradeLimit: 'Your share of this trade is above your limit per trade.',
  belowMinNotional: 'Your share of this trade is below the minimum value of this market.',
  insufficientMargin: 'Your account had too little free margin.',
}

/** Stop that protects a position; without a size it covers all of it. */
export type LeaderStop = { readonly trigger: Price; readonly triggerBy: 'mark' | 'last'; readonly size: Size | undefined }
/** Stop on a copied part. */
export type CopiedStop = {
  readonly trigger: Price
  readonly triggerBy: 'mark' | 'last'
  readonly side: 'buy' | 'sell'
  readonly size: Size
}

type Copying = {
  readonly position: Size
  readonly stops: readonly LeaderStop[]
  readonly part: Size
  readonly lot: Size
}

/** Leader's stops scaled to the part (negative: short): same triggers, whole lots, at most the part. @throws RangeError if the lot is 0 */
export function copiedStops({ position, stops, part, lot }: Copying): CopiedStop[] {
  if (position * part <= 0n) return []
  const [whole, held] = [magnitude<bigint>(position), magnitude<bigint>(part)]
  const side = part > 0n ? 'sell' : 'buy'
  let left = held
  return stops.flatMap(({ trigger, triggerBy, size: given }): CopiedStop[] => {
    const share = given === undefined ? whole : least<bigint>(given, whole)
    const amount = least<bigint>(wholeLots((held * share) / whole, lot), left)
    left -= amount
    return amount === 0n ? [] : [{ trigger, triggerBy, side, size: size(amount) }]
  })
}

/** Shrinks stops to a smaller part: earlier ones keep their size, later ones are cut. Empty if the part is 0 or on the other side. */
export function cutStops(stops: readonly CopiedStop[], part: Size): CopiedStop[] {
  const side = part > 0n ? 'sell' : 'buy'
  let left = magnitude<bigint>(part)
  return stops.flatMap((stop): CopiedStop[] => {
    const amount = stop.side === side ? least<bigint>(stop.size, left) : 0n
    left -= amount
    return amount === 0n ? [] : [{ ...stop, size: size(amount) }]
  })
}
