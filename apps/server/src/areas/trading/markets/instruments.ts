import { DECIMALS, FRACTION_ONE, fraction, notional, parseDecimal, price, size } from '@aerie/core/numbers/units'
import type { MarketRules } from '@aerie/market/market-source'
import { type FeeRates, type Instrument, marginTiers } from '@aerie/trading/instrument'

type Steps = readonly (readonly [fromUsd: bigint, leverage: bigint])[]

const MAJOR: Steps = [
  [0n, 10n],
  [20_000_000n, 5n],
]
const MINOR: Steps = [
  [0n, 10n],
  [3_000_000n, 5n],
]
const OTHER: Steps = [[0n, 5n]]

/** Hyperliquid's margin tiers of 2026; unlisted coins have 5x. */
const LEVERAGE: Readonly<Record<string, Steps>> = {
  BTC: [
    [0n, 40n],
    [150_000_000n, 20n],
  ],
  ETH: [
    [0n, 25n],
    [100_000_000n, 15n],
  ],
  SOL: [
    [0n, 20n],
    [70_000_000n, 10n],
  ],
  XRP: [
    [0n, 20n],
    [40_000_000n, 10n],
  ],
  ...Object.fromEntries(
    [
      'DOGE',
      'PEPE',
      'SUI',
      'WLD',
      'LTC',
      'ENA',
      'WIF',
      'AAVE',
      'BONK',
      'LINK',
      'CRV',
      'AVAX',
      'ADA',
      'UNI',
      'NEAR',
      'TIA',
      'APT',
      'BCH',
      'HYPE',
    ].map((symbol) => [symbol, MAJOR]),
  ),
  ...Object.fromEntries(
    ['OP', 'ARB', 'LDO', 'TON', 'MKR', 'ONDO', 'JUP', 'INJ', 'SHIB', 'SEI', 'TRX', 'BNB', 'DOT'].map((symbol) => [symbol, MINOR]),
  ),
}

const NOTIONAL_ONE = 10n ** BigInt(DECIMALS.notional)
const IMPACT_OF_MAJORS = 20_000n
const IMPACT = 6_000n

/** Impact notional for the funding premium (Hyperliquid). */
export const impactNotional = (symbol: string) =>
  notional((symbol === 'BTC' || symbol === 'ETH' ? IMPACT_OF_MAJORS : IMPACT) * NOTIONAL_ONE)

/** Market rules with Hyperliquid margin and the schedule's fees. @returns undefined if tick or lot is not a positive decimal */
export function instrumentOf(symbol: string, rules: MarketRules, fees: FeeRates): Instrument | undefined {
  const tick = decimal(rules.tick, DECIMALS.price)
  const lot = decimal(rules.lot, DECIMALS.size)
  const steps = LEVERAGE[symbol] ?? OTHER
  const maxLeverage = steps[0]?.[1]
  if (tick === undefined || lot === undefined || maxLeverage === undefined) return undefined
  return {
    symbol,
    tick: price(tick),
    lot: size(lot),
    minNotional: notional(decimal(rules.minNotional ?? '0', DECIMALS.notional) ?? 0n),
    maxLeverage,
    // Maintenance margin is half of the initial margin at the tier's maximum leverage.
    tiers: marginTiers(
      steps.map(([from, leverage]) => ({ from: notional(from * NOTIONAL_ONE), rate: fraction(FRACTION_ONE / (2n * leverage)) })),
    ),
    fees,
  }
}

function decimal(text: string, decimals: number): bigint | undefined {
  const parsed = parseDecimal(text, decimals)
  return parsed.ok && parsed.value > 0n ? parsed.value : undefined
}
