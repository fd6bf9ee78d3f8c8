import { agentModule, catalogueEngine, marketDataModule, modelOf, type OwnSources } from '../areas/agent/index.ts'
import type { FromNowService } from '../areas/forecast/index.ts'
import type { MarketService } from '../areas/market/index.ts'
import type { MessagesChannel } from '../platform/sockets/messages-namespace.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Foundation &
  Pick<Accounts, 'admission' | 'requireUser'> & {
    readonly market: MarketService
    readonly forecasts: FromNowService
    readonly messages: MessagesChannel
    readonly own: OwnSources
  }

export function wireAgent(deps: Deps) {
  const { config, io, db, clock, logger, health, metrics, admission, requireUser, market, forecasts, messages, own } = deps
  const newestForecast = (symbol: string, hours: number) => forecasts.newestForecast(symbol, hours)
  const newestIssued = (symbol: string, hours: number) => forecasts.newestIssued(symbol, hours)
  const shared = { db, clock, logger, market, newestForecast }
  const engines = { builtIn: catalogueEngine(), model: modelOf(config) }
  const address = { publicUrl: config.PUBLIC_URL, host: config.HOST }
  const agent = agentModule({ ...shared, ...admission, ...engines, io, health, metrics, newestIssued, own, address, requireUser })
  const marketData = marketDataModule({ ...shared, channel: messages, onResult: agent.noteResult })
  return { agent, marketData }
}
