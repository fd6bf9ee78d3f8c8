import type { Part } from '@aerie/wire/server-info'
import type { MarketService } from './market-service.ts'

type Report = (health: Part['health'], detail: string) => void

/** Reports how the market is: starting until there are prices, degraded while they are stale. */
export function reportMarketHealth(market: MarketService, report: Report): void {
  let told = ''
  const tell = (): void => {
    const { state, detail } = market.hub.sourceState()
    const health = market.hub.isReady() ? (state === 'stale' ? 'degraded' : 'ok') : 'starting'
    if (told === `${health} ${detail}`) return
    told = `${health} ${detail}`
    report(health, detail)
  }
  market.onStatus(tell)
  const stop = market.onPrices(() => {
    tell()
    if (market.hub.isReady()) stop()
  })
}
