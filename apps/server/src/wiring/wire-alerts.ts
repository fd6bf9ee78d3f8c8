import { hexOf } from '@aerie/chain/hex'
import type { Notify } from '@aerie/wire/notices'
import { type AlertSources, alertsModule, deliveriesModule } from '../areas/alerts/index.ts'
import type { FromNowService } from '../areas/forecast/index.ts'
import type { AnalyticsService, MarketService } from '../areas/market/index.ts'
import type { ChainModule } from '../areas/membership/index.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Foundation &
  Pick<Accounts, 'mail' | 'users'> & {
    readonly market: MarketService
    readonly forecasts: FromNowService
    readonly analytics: AnalyticsService
    readonly chain: Pick<ChainModule, 'readers'>
    readonly trading: {
      readonly positionsOf: (
        userId: string,
      ) => Promise<readonly { symbol: string; mark: string | null; liquidation_price: string | null }[]>
      readonly doneOrdersOf: AlertSources['doneOrders']
    }
    readonly notify: Notify
  }

/** Same window (hours) as on the analytics page. */
const REGIME_QUERY = { window: 168, days: 90 } as const

export function wireAlerts(deps: Deps) {
  const { db, clock, logger, health, market, notify, forecasts, analytics, trading, config, secretKey, mail } = deps
  const { queue, onGivenUp } = mail.service
  const deliveries = deliveriesModule({ config, db, clock, logger, secretKey, notify, mail: { queue, onGivenUp } })
  const alerts = alertsModule({
    db,
    clock,
    logger,
    health,
    market,
    notify,
    deliveries,
    sources: {
      regime: async (symbol) => (await analytics.volatility(symbol, REGIME_QUERY).make()).regime?.name,
      quantiles: async (symbol, hours) => (await forecasts.newestForecast(symbol, hours)).quantiles,
      positions: trading.positionsOf,
      doneOrders: trading.doneOrdersOf,
      tickets: (userId) => ticketsOf(deps, userId),
    },
  })
  return { deliveries, alerts }
}

async function ticketsOf({ users, chain }: Deps, userId: string): Promise<{ key: string; readyAt: number }[]> {
  const found = []
  for (const wallet of await users.walletsOf(userId)) {
    const { tickets } = await chain.readers.position(hexOf(wallet), 1)
    found.push(...tickets.map(({ id, readyAt }) => ({ key: `ticket ${wallet} ${id}`, readyAt: Number(readyAt) * 1_000 })))
  }
  return found
}
