import type { ApexFill, ApexOrder, ApexPosition, ApexPush } from './replies.ts'

/** Known state of an ApeX account. */
export type ApexState = {
  readonly orders: readonly ApexOrder[]
  readonly fills: readonly ApexFill[]
  readonly positions: readonly ApexPosition[]
  /** Orders whose end was pushed, newest last; later reads that report them as open are ignored. */
  readonly ended: readonly string[]
}

/** Maximum number of fills kept per account. */
export const MOST_FILLS = 100
const MOST_ORDERS = 500
const MOST_ENDED = 1_000

const ENDED: ReadonlySet<ApexOrder['status']> = new Set(['filled', 'canceled', 'expired'])
/** A missing size does not mean zero. */
const isZero = (size: string | null): boolean => size !== null && !/[1-9]/.test(size)
const newer = <T extends { readonly updatedAt: number | null }>(known: T | undefined, reported: T): T =>
  known !== undefined && (known.updatedAt ?? 0) > (reported.updatedAt ?? 0) ? known : reported

/** State from a full read. `ended` carries over: a read may have started before a push that arrived meanwhile. */
export const readState = ({ orders, fills, positions }: Omit<ApexState, 'ended'>, ended: ApexState['ended'] = []): ApexState => ({
  orders: waiting(orders, ended),
  fills: newestFills(fills),
  positions: held(positions),
  ended,
})

/** Applies a push, which may be repeated, late or out of order: ended orders never reopen, fills count once, the last position wins. */
export function afterPush(state: ApexState, { contents }: ApexPush): ApexState {
  const orders = new Map(state.orders.map((order) => [order.id, order]))
  for (const reported of contents.orders ?? []) orders.set(reported.id, newer(orders.get(reported.id), reported))
  const ended = [...new Set([...state.ended, ...(contents.orders ?? []).filter(({ status }) => ENDED.has(status)).map(({ id }) => id)])]
  const positions = new Map(state.positions.map((position) => [keyOf(position), position]))
  for (const reported of contents.positions ?? []) positions.set(keyOf(reported), reported)
  return {
    orders: waiting([...orders.values()], ended),
    fills: newestFills([...(contents.fills ?? []), ...state.fills]),
    positions: held([...positions.values()]),
    ended: ended.slice(-MOST_ENDED),
  }
}

const keyOf = ({ symbol, side }: ApexPosition): string => `${symbol} ${side}`
const held = (positions: readonly ApexPosition[]): ApexPosition[] => positions.filter(({ size }) => !isZero(size))
const waiting = (orders: readonly ApexOrder[], ended: readonly string[]): ApexOrder[] =>
  orders
    .filter(({ id, status }) => !ENDED.has(status) && !ended.includes(id))
    .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
    .slice(0, MOST_ORDERS)
const newestFills = (fills: readonly ApexFill[]): ApexFill[] =>
  [...new Map(fills.toReversed().map((fill) => [fill.id, fill])).values()]
    .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
    .slice(0, MOST_FILLS)
