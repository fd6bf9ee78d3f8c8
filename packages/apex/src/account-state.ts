import type { ApexFill, ApexOrder, ApexPosition, ApexPush } from './replies.ts'

/** What is known of an account at ApeX. */
export type ApexState = {
  /** Orders that wait, newest first. */
  readonly orders: readonly ApexOrder[]
  /** The newest fills, newest first, at most `MOST_FILLS`. */
  readonly fills: readonly ApexFill[]
  readonly positions: readonly ApexPosition[]
  /** Orders that a push told the end of, the newest last: what is late and still calls one open is not believed. */
  readonly ended: readonly string[]
}

/** Fills that are kept of an account. */
export const MOST_FILLS = 100
const MOST_ORDERS = 500
const MOST_ENDED = 1_000

const ENDED: ReadonlySet<ApexOrder['status']> = new Set(['filled', 'canceled', 'expired'])
/** A size that was not told is not known to be none. */
const isZero = (size: string | null): boolean => size !== null && !/[1-9]/.test(size)
const newer = <T extends { readonly updatedAt: number | null }>(known: T | undefined, told: T): T =>
  known !== undefined && (known.updatedAt ?? 0) > (told.updatedAt ?? 0) ? known : told

/** A state as it was read whole. @param ended of the state before: a read may have begun before a push that came meanwhile */
export const readState = ({ orders, fills, positions }: Omit<ApexState, 'ended'>, ended: ApexState['ended'] = []): ApexState => ({
  orders: waiting(orders, ended),
  fills: newestFills(fills),
  positions: held(positions),
  ended,
})

/**
 * The state after a push. Pushes may come twice, late and out of order: an order is as its newest update says and never opens again
 * once it has ended, a fill counts once.
 * A position has no time of its own: a push of one replaces it.
 *
 * @throws never
 */
export function afterPush(state: ApexState, { contents }: ApexPush): ApexState {
  const orders = new Map(state.orders.map((order) => [order.id, order]))
  for (const told of contents.orders ?? []) orders.set(told.id, newer(orders.get(told.id), told))
  const ended = [...new Set([...state.ended, ...(contents.orders ?? []).filter(({ status }) => ENDED.has(status)).map(({ id }) => id)])]
  const positions = new Map(state.positions.map((position) => [keyOf(position), position]))
  for (const told of contents.positions ?? []) positions.set(keyOf(told), told)
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
