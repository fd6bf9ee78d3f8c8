import type { ApexFill, ApexOrder, ApexPosition, ApexPush } from './replies.ts'

/** What is known of an account at ApeX. */
export type ApexState = {
  /** Orders that wait, newest first. */
  readonly orders: readonly ApexOrder[]
  /** The newest fills, newest first, at most `MOST_FILLS`. */
  readonly fills: readonly ApexFill[]
  readonly positions: readonly ApexPosition[]
}

/** Fills that are kept of an account. */
export const MOST_FILLS = 100
const MOST_ORDERS = 500

const ENDED: ReadonlySet<ApexOrder['status']> = new Set(['filled', 'canceled', 'expired'])
const isZero = (size: string | null): boolean => size === null || !/[1-9]/.test(size)
const newer = <T extends { readonly updatedAt: number | null }>(known: T | undefined, told: T): T =>
  known !== undefined && (known.updatedAt ?? 0) > (told.updatedAt ?? 0) ? known : told

/** A state as it was read whole. */
export const readState = ({ orders, fills, positions }: ApexState): ApexState => ({
  orders: waiting(orders),
  fills: newestFills(fills),
  positions: held(positions),
})

/**
 * The state after a push. Pushes may come twice, late and out of order: an order is as its newest update says, a fill counts once.
 * A position has no time of its own: a push of one replaces it.
 *
 * @throws never
 */
export function afterPush(state: ApexState, { contents }: ApexPush): ApexState {
  const orders = new Map(state.orders.map((order) => [order.id, order]))
  for (const told of contents.orders ?? []) orders.set(told.id, newer(orders.get(told.id), told))
  const positions = new Map(state.positions.map((position) => [keyOf(position), position]))
  for (const told of contents.positions ?? []) positions.set(keyOf(told), told)
  return {
    orders: waiting([...orders.values()]),
    fills: newestFills([...(contents.fills ?? []), ...state.fills]),
    positions: held([...positions.values()]),
  }
}

const keyOf = ({ symbol, side }: ApexPosition): string => `${symbol} ${side}`
const held = (positions: readonly ApexPosition[]): ApexPosition[] => positions.filter(({ size }) => !isZero(size))
const waiting = (orders: readonly ApexOrder[]): ApexOrder[] =>
  orders
    .filter(({ status }) => !ENDED.has(status))
    .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
    .slice(0, MOST_ORDERS)
const newestFills = (fills: readonly ApexFill[]): ApexFill[] =>
  [...new Map(fills.toReversed().map((fill) => [fill.id, fill])).values()]
    .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
    .slice(0, MOST_FILLS)
