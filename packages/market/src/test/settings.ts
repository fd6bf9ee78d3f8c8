import type { EpochMs } from '@aerie/core/time'
import type { LiveSettings } from '../live/live-source.ts'

/** Settings that reach stand-ins of an exchange and of CoinGecko, on time that a test moves, without chance. */
export const standInSettings = (
  exchange: { readonly restUrl: string; readonly wsUrl: string },
  gecko: { readonly url: string },
  time: { readonly clock: { now(): EpochMs }; readonly timers: NonNullable<LiveSettings['timers']> },
) => ({
  exchangeRestUrl: exchange.restUrl,
  exchangeWsUrl: exchange.wsUrl,
  coingeckoUrl: `${gecko.url}/api/v3`,
  clock: time.clock,
  timers: time.timers,
  random: () => 0.5,
})
