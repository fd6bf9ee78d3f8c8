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

/** Part of an account's position that belongs to a copy. */
export type CopyPart = {
  /** Negative: short. */
  readonly size: Size
  /** Exact entry value, with the sign of `size`. */
  readonly cost: Notional
  /** When the user's own trade closed some of it (market clock); not copied again before the leader's next cycle. */
  readonly leftAt: number | undefined
}

/** Exact holdings and results of one copy, separate from the user's own trades. `funding` is negative if paid. */
export type CopyHolding = {
  readonly parts: Map<string, CopyPart>
  realised: Notional
  fees: MicroUsdc
  funding: MicroUsdc
  fills: number
  /** Fills that closed some of it, including the user's own; undefined: none since counting began. */
  closes?: number
}

/** Positions of an account by owner (negative: short). Only `foldCopyEvent` changes it. */
export type CopyShares = {
  seq: number
  readonly own: Map<string, Size>
  readonly copies: Map<string, CopyHolding>
  /** Copies that ended and left their positions to the user; their later fills belong to the user. */
  kept?: ReadonlySet<string>
}

/** Relevant fill or funding payment. `size` is negative if sold, `worth` exact and unsigned; without `copy` it is the user's. */
export type CopyEvent =
  | {
      readonly kind: 'filled'
      readonly symbol: string
      readonly size: Size
      readonly worth: Notional
      readonly fee: MicroUsdc
      readonly copy: string | undefined
    }
  | { readonly kind: 'funded'; readonly symbol: string; readonly amount: MicroUsdc }

/** Shares of an account without events. */
export const emptyShares = (): CopyShares => ({ seq: 0, own: new Map(), copies: new Map() })

/** Holding of a copy without trades. */
export const emptyHolding = (): CopyHolding => ({
  parts: new Map(),
  realised: notional(0n),
  fees: microUsdc(0n),
  funding: microUsdc(0n),
  fills: 0,
})

/** Size a copy holds in a coin, else 0. */
export const partOf = (shares: CopyShares, copy: string, symbol: string): Size =>
  shares.copies.get(copy)?.parts.get(symbol)?.size ?? size(0n)

/** Applies one event in place. A user's fill beyond the own part is taken from the copies, oldest first, which then leave the cycle. */
export function foldCopyEvent(shares: CopyShares, event: CopyEvent, at: number): void {
  if (event.kind === 'funded') shareFunding(shares, event)
  else if (event.copy !== undefined && shares.kept?.has(event.copy) !== true) fillCopy(shares, event, event.copy)
  else fillOwn(shares, event, at)
}

/** Transfers a copy's holdings and later fills to the user, in place. `underWay`: copies whose orders may still trade. */
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

function opposed(held: Size, fill: Size): Size {
  if (held * fill >= 0n) return size(0n)
  const amount = least<bigint>(magnitude<bigint>(held), magnitude<bigint>(fill))
  return size(fill < 0n ? -amount : amount)
}

/** Average entry on increases, unchanged on decreases; a reversal closes and opens. Same accounting as account positions. */
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

/** Splits funding by share of the position; receipts are rounded down so that no cent is created. */
function shareFunding(shares: CopyShares, { symbol, amount }: Extract<CopyEvent, { kind: 'funded' }>): void {
  const net = netOf(shares, symbol)
  if (net === 0n) return
  for (const holding of shares.copies.values()) {
    const held = holding.parts.get(symbol)?.size ?? 0n
    if (held !== 0n) holding.funding = microUsdc(holding.funding + (amount * held) / net)
  }
}

/** Net position of the account: own part plus copies. */
export function netOf(shares: CopyShares, symbol: string): Size {
  let net: bigint = shares.own.get(symbol) ?? 0n
  for (const { parts } of shares.copies.values()) net += parts.get(symbol)?.size ?? 0n
  return size(net)
}

/** Marks by symbol; undefined if unknown. */
export type MarkOf = (symbol: string) => Price | undefined

/** Total result of a copy in micro-USDC, rounded down; undefined while a needed mark is unknown. */
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

/** Realized result of a copy, with fees and funding. */
export const realisedResult = ({ realised, fees, funding }: CopyHolding): MicroUsdc => microUsdc(microDown(realised) - fees + funding)

const MICRO = 10n ** 18n
const microDown = (exact: bigint): bigint => (exact >= 0n ? exact / MICRO : -((-exact + MICRO - 1n) / MICRO))
