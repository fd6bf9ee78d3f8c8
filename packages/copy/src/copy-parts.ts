import {
  ceilDiv,
  floorDiv,
  least,
  type MicroUsdc,
  magnitude,
  microUsdc,
  type Notional,
  notional,
  type Price,
  type Size,
  size,
} from '@aerie/core/numbers/units'

/** What a copy holds in one coin: a part of the account's position there. */
export type CopyPart = {
  /** Negative: short. */
  readonly size: Size
  /** Exact worth at entry, with the sign of `size`. */
  readonly cost: Notional
  /** When the user's own trade closed some of it, on the market's clock: it is not copied again before the leader's next cycle. */
  readonly leftAt: number | undefined
}

/** What one copy holds and has brought, apart from the user's own trades. */
export type CopyHolding = {
  /** By symbol. */
  readonly parts: Map<string, CopyPart>
  /** Profit before fees of what was closed, exact. */
  realised: Notional
  /** Paid. */
  fees: MicroUsdc
  /** Received, negative where paid. */
  funding: MicroUsdc
  fills: number
  /** Fills that closed some of it, the user's own too; undefined: none since they are counted. */
  closes?: number
}

/** An account's positions by whom they belong to. Only `foldCopyEvent` changes it. */
export type CopyShares = {
  /** Number of the newest event that is in it. */
  seq: number
  /** The user's own part, by symbol; negative: short. */
  readonly own: Map<string, Size>
  readonly copies: Map<string, CopyHolding>
  /** Copies that ended and left the user what they held: what their orders still trade is the user's own. */
  kept?: ReadonlySet<string>
}

/** A fill or funding payment of an account, as far as it matters here. */
export type CopyEvent =
  | {
      readonly kind: 'filled'
      readonly symbol: string
      /** Negative: sold. */
      readonly size: Size
      /** Exact, without a sign. */
      readonly worth: Notional
      readonly fee: MicroUsdc
      /** Id of the copy whose order it was; undefined: the user's own. */
      readonly copy: string | undefined
    }
  | { readonly kind: 'funded'; readonly symbol: string; readonly amount: MicroUsdc }

/** Shares of an account to which nothing has happened. */
export const emptyShares = (): CopyShares => ({ seq: 0, own: new Map(), copies: new Map() })

/** The holding of a copy that has traded nothing. */
export const emptyHolding = (): CopyHolding => ({
  parts: new Map(),
  realised: notional(0n),
  fees: microUsdc(0n),
  funding: microUsdc(0n),
  fills: 0,
})

/** What a copy holds in a coin; 0 where it has none. */
export const partOf = (shares: CopyShares, copy: string, symbol: string): Size =>
  shares.copies.get(copy)?.parts.get(symbol)?.size ?? size(0n)

/**
 * Takes in one event, in place. A fill of a copy changes its own part alone. A fill of the user changes the user's own part; what it closes
 * beyond that (all is closed at once, or liquidated) is taken off the copies, oldest first, and they leave the cycle.
 *
 * @param at market's clock, milliseconds
 */
export function foldCopyEvent(shares: CopyShares, event: CopyEvent, at: number): void {
  if (event.kind === 'funded') shareFunding(shares, event)
  else if (event.copy !== undefined && shares.kept?.has(event.copy) !== true) fillCopy(shares, event, event.copy)
  else fillOwn(shares, event, at)
}

/**
 * Makes what a copy holds the user's own, in place; fills of its orders that come later, too.
 *
 * @param underWay copies of which an order may still trade: of those that were kept before, the others are forgotten
 * @throws never
 */
export function keepCopy(shares: CopyShares, copy: string, underWay: (copy: string) => boolean): void {
  for (const [symbol, part] of shares.copies.get(copy)?.parts ?? []) {
    const own = (shares.own.get(symbol) ?? 0n) + part.size
    if (own === 0n) shares.own.delete(symbol)
    else shares.own.set(symbol, size(own))
  }
  shares.copies.delete(copy)
  shares.kept = new Set([...[...(shares.kept ?? [])].filter(underWay), copy])
}

type Fill = Extract<CopyEvent, { kind: 'filled' }>

function fillCopy(shares: CopyShares, fill: Fill, copy: string): void {
  const holding = shares.copies.get(copy) ?? emptyHolding()
  shares.copies.set(copy, holding)
  trade(holding, fill, fill.size)
  holding.fees = microUsdc(holding.fees + fill.fee)
  holding.fills += 1
}

function fillOwn(shares: CopyShares, fill: Fill, at: number): void {
  const own = shares.own.get(fill.symbol) ?? size(0n)
  const fromOwn = opposed(own, fill.size)
  let rest = fill.size - fromOwn
  for (const holding of shares.copies.values()) {
    const taken = opposed(holding.parts.get(fill.symbol)?.size ?? size(0n), size(rest))
    if (taken === 0n) continue
    trade(holding, fill, taken, at)
    rest -= taken
  }
  const left = own + fromOwn + rest
  if (left === 0n) shares.own.delete(fill.symbol)
  else shares.own.set(fill.symbol, size(left))
}

/** How much of a fill closes what is held; with the fill's sign. */
function opposed(held: Size, fill: Size): Size {
  if (held * fill >= 0n) return size(0n)
  const amount = least<bigint>(magnitude<bigint>(held), magnitude<bigint>(fill))
  return size(fill < 0n ? -amount : amount)
}

/** Average entry on increases, kept on decreases; a change of side closes and opens. As a position of the account is booked. */
function trade(holding: CopyHolding, { symbol, size: whole, worth }: Fill, amount: Size, leftAt?: number): void {
  const before = holding.parts.get(symbol)
  let [held, cost]: [bigint, bigint] = [before?.size ?? 0n, before?.cost ?? 0n]
  const closed = opposed(size(held), amount)
  const worthOf = (part: bigint): bigint => floorDiv(worth * part, magnitude(whole))
  if (closed !== 0n) {
    const out = ceilDiv(cost * magnitude<bigint>(closed), magnitude(held))
    holding.realised = notional(holding.realised - worthOf(closed) - out)
    cost -= out
    held += closed
    holding.closes = (holding.closes ?? 0) + 1
  }
  const opened = amount - closed
  held += opened
  cost += worthOf(amount) - worthOf(closed)
  const left = leftAt ?? (opened === 0n ? before?.leftAt : undefined)
  if (held === 0n && left === undefined) holding.parts.delete(symbol)
  else holding.parts.set(symbol, { size: size(held), cost: notional(cost), leftAt: left })
}

/** Funding of the whole position, in the parts that the copies have in it; down for what is received, so that no cent is made. */
function shareFunding(shares: CopyShares, { symbol, amount }: Extract<CopyEvent, { kind: 'funded' }>): void {
  const net = netOf(shares, symbol)
  if (net === 0n) return
  for (const holding of shares.copies.values()) {
    const held = holding.parts.get(symbol)?.size ?? 0n
    if (held !== 0n) holding.funding = microUsdc(holding.funding + (amount * held) / net)
  }
}

/** The whole position of the account in a coin: its own part and the copied ones. */
export function netOf(shares: CopyShares, symbol: string): Size {
  let net: bigint = shares.own.get(symbol) ?? 0n
  for (const { parts } of shares.copies.values()) net += parts.get(symbol)?.size ?? 0n
  return size(net)
}

/** Marks by symbol; undefined where none is known. */
export type MarkOf = (symbol: string) => Price | undefined

/**
 * What a copy has brought in all: realised and unrealised, less fees, with funding; micro-USDC, rounded down.
 *
 * @returns undefined while it holds something whose mark is not known: an unknown result is not 0
 */
export function copyResult(holding: CopyHolding, markOf: MarkOf): MicroUsdc | undefined {
  let exact: bigint = holding.realised
  for (const [symbol, { size: held, cost }] of holding.parts) {
    if (held === 0n) continue
    const mark = markOf(symbol)
    if (mark === undefined) return undefined
    exact += mark * held - cost
  }
  return microUsdc(microDown(exact) - holding.fees + holding.funding)
}

/** What a copy has realised, less fees, with funding. */
export const realisedResult = ({ realised, fees, funding }: CopyHolding): MicroUsdc => microUsdc(microDown(realised) - fees + funding)

const MICRO = 10n ** 18n
const microDown = (exact: bigint): bigint => (exact >= 0n ? exact / MICRO : -((-exact + MICRO - 1n) / MICRO))
