import { DECIMALS, FRACTION_ONE, fraction, microUsdc, notional, price, size } from '@aerie/core/numbers/units'
import { clientId, decimalField, instrumentSymbol, orderBody, orderReference } from '@aerie/wire/trading/trading'
import { scheduledCancelBody } from '@aerie/wire/trading/trading-account'
import * as z from 'zod/mini'
import { type FeeRates, type Instrument, marginTiers, tierOfLeverage } from '../instrument.ts'
import { FEE_SCHEDULES } from '../matching/fees.ts'
import type { BookLevel } from '../matching/market.ts'
import { decimalOf, TermsFault } from '../orders/terms.ts'

const wholeNumber = z.union([z.int().check(z.gte(1)), z.string().check(z.regex(/^[1-9]\d{0,5}$/))])

const instrument = z.object({
  symbol: instrumentSymbol,
  tick: decimalField,
  lot: decimalField,
  min_notional: z.optional(decimalField),
  max_leverage: z.optional(wholeNumber),
  tiers: z.optional(z.array(z.object({ from: decimalField, rate: decimalField }))),
  taker_fee: z.optional(decimalField),
  maker_fee: z.optional(decimalField),
})

/** First line of a run: its setup. */
export const stageLine = z.object({
  instruments: z.array(instrument).check(z.minLength(1)),
  fees: z.optional(z.object({ taker: decimalField, maker: decimalField })),
  latency_ms: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
  deposit: decimalField,
})

const level = z.tuple([decimalField, decimalField])
const side = z.enum(['buy', 'sell'])

/** Further line: an instant and at most one event. */
export const runLine = z.object({
  t: z.int(),
  book: z.optional(z.object({ symbol: instrumentSymbol, bids: z.array(level), asks: z.array(level) })),
  trade: z.optional(z.object({ symbol: instrumentSymbol, price: decimalField, size: decimalField, aggressor: z.optional(side) })),
  mark: z.optional(z.object({ symbol: instrumentSymbol, price: decimalField })),
  oracle: z.optional(z.object({ symbol: instrumentSymbol, price: decimalField })),
  funding: z.optional(z.object({ symbol: instrumentSymbol, premium: decimalField })),
  order: z.optional(orderBody),
  cancel: z.optional(orderReference),
  cancel_all: z.optional(z.object({ symbol: z.optional(instrumentSymbol) })),
  modify: z.optional(
    z.object({
      client_id: orderReference,
      size: z.optional(decimalField),
      price: z.optional(decimalField),
      trigger: z.optional(decimalField),
    }),
  ),
  close: z.optional(z.object({ symbol: instrumentSymbol, fraction: z.optional(decimalField), client_id: z.optional(clientId) })),
  reverse: z.optional(z.object({ symbol: instrumentSymbol, client_id: z.optional(clientId) })),
  rearm: z.optional(z.object({ symbol: instrumentSymbol, client_id: z.optional(clientId) })),
  leverage: z.optional(z.object({ symbol: instrumentSymbol, leverage: wholeNumber, margin: z.optional(z.enum(['cross', 'isolated'])) })),
  margin: z.optional(z.object({ symbol: instrumentSymbol, amount: decimalField })),
  schedule_cancel: z.optional(z.nullable(scheduledCancelBody)),
  flatten: z.optional(z.object({})),
})
/** Parsed line. */
export type RunLine = z.output<typeof runLine>

type Stage = z.output<typeof stageLine>

/** Instrument of a stage; default: one tier of half the initial margin at maximum leverage. @throws TermsFault */
export function instrumentOfStage(given: Stage['instruments'][number]): Instrument {
  const maxLeverage = BigInt(given.max_leverage ?? highestOf(given.tiers))
  const steps = (given.tiers ?? []).map(({ from, rate }) => ({
    from: notional(decimalOf('from', from, DECIMALS.notional)),
    rate: fraction(decimalOf('rate', rate, DECIMALS.fraction)),
  }))
  return {
    symbol: given.symbol,
    tick: price(decimalOf('tick', given.tick, DECIMALS.price)),
    lot: size(decimalOf('lot', given.lot, DECIMALS.size)),
    minNotional: notional(decimalOf('min_notional', given.min_notional ?? '0', DECIMALS.notional)),
    maxLeverage,
    tiers: steps.length === 0 ? tierOfLeverage(maxLeverage) : marginTiers(steps.toSorted((a, b) => (a.from < b.from ? -1 : 1))),
    fees: feesOfStage(given),
  }
}

function highestOf(tiers: Stage['instruments'][number]['tiers']): number {
  const rate = Number(tiers?.[0]?.rate ?? '0.5')
  return Math.max(1, Math.round(1 / (2 * rate)))
}

const feesOfStage = ({ taker_fee, maker_fee }: Stage['instruments'][number]): FeeRates => {
  const fallback = FEE_SCHEDULES['hyperliquid-0']
  return {
    taker: taker_fee === undefined ? fallback.taker : fraction(decimalOf('taker_fee', taker_fee, DECIMALS.fraction)),
    maker: maker_fee === undefined ? fallback.maker : fraction(decimalOf('maker_fee', maker_fee, DECIMALS.fraction)),
  }
}

/** Rates of a stage's own fee schedule. */
export const ratesOf = ({ taker, maker }: { readonly taker: string; readonly maker: string }): FeeRates => ({
  taker: fraction(decimalOf('taker', taker, DECIMALS.fraction)),
  maker: fraction(decimalOf('maker', maker, DECIMALS.fraction)),
})

/** Levels of a line: prices above 0; size 0 means absent. @throws TermsFault */
export const levelsOf = (levels: readonly (readonly [string, string])[]): BookLevel[] =>
  levels.map(([at, amount]) => [
    price(atLeast('price', decimalOf('price', at, DECIMALS.price), 1n)),
    size(atLeast('size', decimalOf('size', amount, DECIMALS.size), 0n)),
  ])

function atLeast(field: string, value: bigint, least: bigint): bigint {
  if (value < least) throw new TermsFault(field, least === 0n ? 'Enter 0 or more.' : 'Enter more than 0.')
  return value
}

/** Deposit in micro-USDC. */
export const amountOf = (text: string) => microUsdc(decimalOf('amount', text, DECIMALS.usdc))

/** Fraction; default 1. */
export const partOf = (text: string | undefined) =>
  text === undefined ? fraction(FRACTION_ONE) : fraction(decimalOf('fraction', text, DECIMALS.fraction))
