import { DECIMALS, decimalText } from '@aerie/core/numbers/units'
import type { TradingEvent } from '../events.ts'
import type { Order } from '../orders/order.ts'

const PRICES = ['price', 'at', 'trigger', 'extreme', 'stop', 'oracle', 'activation', 'decisionMid', 'arrivalMid']
const SIZES = ['size', 'queueAhead', 'trade', 'ahead', 'filled']
const AMOUNTS = ['fee', 'amount', 'realised', 'equity', 'maintenance', 'margin']
const NOTIONALS = ['notional', 'cost', 'paid']
const FRACTIONS = ['rate', 'feeRate', 'callback', 'slippage', 'skew', 'sizeSkew']

const DECIMALS_OF: ReadonlyMap<string, number> = new Map([
  ...PRICES.map((key) => [key, DECIMALS.price] as const),
  ...SIZES.map((key) => [key, DECIMALS.size] as const),
  ...AMOUNTS.map((key) => [key, DECIMALS.usdc] as const),
  ...NOTIONALS.map((key) => [key, DECIMALS.notional] as const),
  ...FRACTIONS.map((key) => [key, DECIMALS.fraction] as const),
  ['leverage', 0],
])

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** JSON form of an event value; a number's unit follows from its field name. */
function jsonOf(value: unknown, key: string): unknown {
  if (typeof value === 'bigint') return decimalText(value, DECIMALS_OF.get(key) ?? 0)
  if (key === 'levels' && Array.isArray(value))
    return value.map((level: readonly bigint[]) => [textOf(level[0], DECIMALS.price), textOf(level[1], DECIMALS.size)])
  if (Array.isArray(value)) return value.map((one) => jsonOf(one, key))
  return typeof value === 'object' && value !== null ? recordJson(value) : value
}

function recordJson(value: object): Record<string, unknown> {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.map(([name, one]) => [snake(name), jsonOf(one, name)]))
}

const textOf = (value: bigint | undefined, decimals: number): string => decimalText(value ?? 0n, decimals)

const orderJson = ({ terms, role, parent, state, reason, size, price, trigger }: Order): unknown =>
  jsonOf(
    {
      clientId: terms.clientId,
      symbol: terms.symbol,
      side: terms.side,
      type: terms.type,
      role,
      parent,
      state,
      reason,
      size,
      price,
      trigger,
    },
    'order',
  )

/** Event as a line of `trading run` and the event log: decimal strings, snake_case names. */
export function eventJson(event: TradingEvent): Record<string, unknown> {
  const { kind, seq, t, ...rest } = event
  const body = 'order' in rest ? { order: orderJson(rest.order) } : recordJson(rest)
  return { t, seq, event: kind, ...body }
}
