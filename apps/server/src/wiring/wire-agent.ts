import { agentModule } from '../areas/agent/index.ts'
import { catalogueEngine } from '../areas/agent/answers/catalogue-engine.ts'
import { modelOf } from '../areas/agent/llm/llm-model.ts'
import type { OwnSources } from '../areas/agent/own/own-sources.ts'
import type { ForecastService } from '../areas/forecast/service.ts'
import type { MarketService } from '../areas/market/service.ts'
import { marketDataModule } from '../areas/agent/market-data/market-data-module.ts'
import type { MessagesChannel } from '../platform/sockets/messages-namespace.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Foundation &
  Pick<Accounts, 'requireUser' | 'admission'> & {
    readonly market: MarketService
    readonly forecasts: ForecastService
    readonly messages: MessagesChannel
    readonly own: OwnSources
  }

export function wireAgent(deps: Deps) {
  const { config, io, db, clock, logger, health, metrics, requireUser, admission, market, forecasts, messages, own } = deps
  const newestForecast = (symbol: string, hours: number) => forecasts.newestForecast(symbol, hours)
  const newestIssued = (symbol: string, hours: number) => forecasts.newestIssued(symbol, hours)
  const shared = { db, clock, logger, market, requireUser, newestForecast }
  const engines = { builtIn: catalogueEngine(), model: modelOf(config) }
  const agent = agentModule({ ...shared, ...admission, ...engines, io, health, metrics, newestIssued, own })
  const marketData = marketDataModule({ ...shared, channel: messages, onResult: agent.noteResult })
  return { agent, marketData }
}
