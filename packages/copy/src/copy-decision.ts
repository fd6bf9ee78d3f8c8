import { type MicroUsdc, magnitude, microUsdc, type Notional, type Price, type Size, size } from '@aerie/core/numbers/units'
import { type CopyRatio, copyTarget, stepBetween } from './copy-target.ts'
import type { SkipReason } from './skip-reasons.ts'

/** What a follower has set. Money in micro-USDC, all limits above 0. */
export type CopyLimits = {
  /** Most that one copied trade may open, at the price then. */
  readonly perTrade: MicroUsdc
  /** Loss since 00:00 UTC from which nothing is opened. */
  readonly dailyLoss: MicroUsdc
  /** Loss since the copy began from which nothing is opened, and all is closed. */
  readonly totalLoss: MicroUsdc
  /** How far the price may be from the leader's fill, in hundredths of a percent. */
  readonly maxMoveBps: number
  /** How old the leader's fill may be. */
  readonly lateMs: number
  /** Coins that are not copied. */
  readonly excluded: ReadonlySet<string>
}

/** What a leader did: the position after it, and the fill that led to it. */
export type CopySignal = {
  readonly symbol: string
  /** The leader's own position after it; negative: short. */
  readonly position: Size
  /** Of the leader's fill. */
  readonly price: Price
  /** Of the leader's fill, on the market's clock. */
  readonly at: number
}

/** How it stands with the follower when the signal is heard. */
export type CopyView = {
  /** What the copy holds, orders under way included; negative: short. */
  readonly part: Size
  /** Position of the whole account. */
  readonly net: Size
  readonly lot: Size
  readonly minNotional: Notional
  /** Best price of the other side, else the mark. */
  readonly reference: Price | undefined
  readonly isFresh: boolean
  /** The market's clock. */
  readonly now: number
  /** How much faster than ours the market's clock runs; 1 unless it is a replay. */
  readonly speed: number
  readonly isPaused: boolean
  /** The copy was there when the leader's position began, and its user has not left it. */
  readonly isInCycle: boolean
  /** The leader copies this follower. */
  readonly isCircular: boolean
  /** Leader and follower trade in the same market source. */
  readonly isSameSource: boolean
  /** Losses, above 0 where there is one; undefined where they are not known. */
  readonly losses: { readonly daily: MicroUsdc; readonly total: MicroUsdc } | undefined
}

/** What a signal means for a follower. `target` is what the copy should hold, `reason` why it is not reached where it is not. */
export type CopyDecision =
  | { readonly kind: 'none'; readonly target: Size }
  | { readonly kind: 'skip'; readonly target: Size; readonly reason: SkipReason }
  | {
      readonly kind: 'order'
      readonly target: Size
      readonly side: 'buy' | 'sell'
      readonly size: Size
      readonly isReduceOnly: boolean
      /** Why it only closes, where it was to open, too. */
      readonly reason: SkipReason | undefined
    }

type Asked = { readonly signal: CopySignal; readonly ratio: CopyRatio; readonly limits: CopyLimits; readonly view: CopyView }

/**
 * Decides what a follower does about a leader's trade: the way from what the copy holds to its target. What only closes is always gone;
 * what opens, only inside every limit. Where both are asked for and opening is not allowed, it closes.
 *
 * @throws RangeError as `copyTarget`
 * Source: AREAS.md C4
 */
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

/** Nothing is to be done: the position is none of the copy's, its share is too small, or the part stands where it should. */
const idle = ({ position }: CopySignal, target: Size, { isInCycle }: CopyView): CopyDecision =>
  position !== 0n && target === 0n ? { kind: 'skip', target, reason: isInCycle ? 'belowLot' : 'notInCycle' } : { kind: 'none', target }

/** What keeps it from trading at all. */
const blockedBy = ({ isSameSource, isFresh, reference }: CopyView): SkipReason | undefined =>
  isSameSource ? (isFresh && reference !== undefined ? undefined : 'staleBook') : 'leaderSource'

type Rule = (asked: Asked, opening: Size) => boolean

/** What speaks against opening, in this order. */
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
/** Worth in micro-USDC, rounded up: a limit is never passed by a part of a cent. */
const worthOf = (amount: Size, at: Price | undefined): MicroUsdc => microUsdc((amount * (at ?? 0n) + MICRO - 1n) / MICRO)

type Placing = { readonly view: CopyView; readonly target: Size; readonly wanted: Size; readonly reason: SkipReason | undefined }

function orderOf({ view, target, wanted, reason }: Placing): CopyDecision {
  const isBuy = view.part === target ? target > 0n : target > view.part
  const signed = isBuy ? wanted : -wanted
  const after = view.part + signed
  const isReducing = after * view.part >= 0n && magnitude<bigint>(after) < magnitude<bigint>(view.part)
  // Only then is it small enough for any market and can never open: the account as a whole must be reduced by it, too.
  const isReduceOnly = isReducing && view.net * signed < 0n && magnitude<bigint>(view.net) >= wanted
  const isTooSmall = !isReduceOnly && wanted * (view.reference ?? 0n) < view.minNotional
  if (isTooSmall) return { kind: 'skip', target, reason: 'belowMinNotional' }
  return { kind: 'order', target, side: isBuy ? 'buy' : 'sell', size: wanted, isReduceOnly, reason }
}

/**
 * Losses of a copy today and in all, from its results.
 *
 * @param result now, micro-USDC, below 0: a loss
 * @param atDayStart result at 00:00 UTC
 */
export const lossesOf = (result: MicroUsdc, atDayStart: MicroUsdc): { readonly daily: MicroUsdc; readonly total: MicroUsdc } => ({
  daily: microUsdc(atDayStart - result),
  total: microUsdc(-result),
})
