import { agentModule } from '../modules/agent/agent-module.ts'
import { catalogueEngine } from '../modules/agent/answers/catalogue-engine.ts'
import { modelOf } from '../modules/agent/llm/llm-model.ts'
import type { OwnSources } from '../modules/agent/own/own-sources.ts'
import type { ForecastService } from '../modules/forecasting/forecast-service.ts'
import type { MarketService } from '../modules/market/market-service.ts'
import { marketDataModule } from '../modules/market-data/market-data-module.ts'
import type { MessagesChannel } from '../sockets/messages-namespace.ts'
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
