import { fraction } from '@aerie/core/numbers/units'
import type { FeeRates } from '../instrument.ts'

const rates = (takerE5: bigint, makerE5: bigint): FeeRates => ({
  taker: fraction(takerE5 * 10n ** 13n),
  maker: fraction(makerE5 * 10n ** 13n),
})

/** Perpetual fees at the lowest tier, stored with fills by name. Sources: Hyperliquid, ApeX Omni, Binance USDⓈ-M, as of 2026. */
export const FEE_SCHEDULES = {
  'hyperliquid-0': rates(45n, 15n),
  apex: rates(50n, 20n),
  'binance-vip0': rates(50n, 20n),
} as const satisfies Record<string, FeeRates>
