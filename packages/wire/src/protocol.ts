import type * as z from 'zod/mini'
import * as accountData from './account/account-data.ts'
import * as details from './account/account-details.ts'
import * as forms from './account/account-forms.ts'
import * as persona from './account/account-persona.ts'
import * as security from './account/account-security.ts'
import * as sessions from './account/account-sessions.ts'
import * as tokens from './account/account-tokens.ts'
import * as accounts from './account/accounts.ts'
import * as wallets from './account/wallets.ts'
import * as agent from './agent/agent.ts'
import * as agentOwn from './agent/agent-own.ts'
import * as alertNotices from './alerts/alert-notices.ts'
import * as alertRows from './alerts/alert-rows.ts'
import * as alerts from './alerts/alerts.ts'
import * as deliveries from './alerts/deliveries.ts'
import * as apex from './apex.ts'
import * as apexOrders from './apex-orders.ts'
import type { Endpoint } from './endpoint.ts'
import * as ideaNews from './idea-news.ts'
import * as ideas from './ideas.ts'
import * as journal from './journal/journal.ts'
import * as journalConnections from './journal/journal-connections.ts'
import * as journalImports from './journal/journal-imports.ts'
import * as journalStatistics from './journal/journal-statistics.ts'
import * as lessons from './learn.ts'
import * as analytics from './market/analytics.ts'
import * as board from './market/board.ts'
import * as candles from './market/candles.ts'
import * as charts from './market/charts.ts'
import { bookEvents } from './market/charts.ts'
import * as forecasts from './market/forecasts.ts'
import { liveCommands, liveEvents } from './market/live-socket.ts'
import * as market from './market/market.ts'
import * as marketData from './market/market-data.ts'
import * as replay from './market/replay.ts'
import * as notices from './notices.ts'
import * as problems from './problem.ts'
import * as serverInfo from './server-info.ts'
import * as staking from './staking.ts'
import * as trading from './trading/trading.ts'
import * as tradingAccount from './trading/trading-account.ts'
import * as tradingCodes from './trading/trading-codes.ts'
import * as tradingEndpoints from './trading/trading-endpoints.ts'
import * as tradingNotices from './trading/trading-notices.ts'
import * as tradingOrders from './trading/trading-orders.ts'
import * as tradingPositions from './trading/trading-positions.ts'
import * as document from './workspace/document.ts'
import * as layouts from './workspace/layout.ts'
import * as mirror from './workspace/mirror.ts'
import * as workspace from './workspace/workspace.ts'

const isSchema = (value: unknown): value is z.core.$ZodType => typeof value === 'object' && value !== null && '_zod' in value

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value

/** Every exported wire schema by name, for the lock and for the names in the API document. */
export const wireSchemas = (): Map<string, z.core.$ZodType> => exportsThat(isSchema)

/** Every endpoint by name. */
export const wireEndpoints = (): Map<string, Endpoint> => exportsThat(isEndpoint)

/** Several schema files serve one area, so that Home's initial load has no forms; their exports share its name. */
function exportsThat<T>(is: (value: unknown) => value is T): Map<string, T> {
  const areas = {
    accounts: { ...forms, ...security, ...sessions, ...accounts, ...details, ...tokens, ...accountData, ...persona },
    wallets,
    apex,
    apexOrders,
    agent,
    agentOwn,
    agentCommands: agent.agentCommands,
    agentEvents: agent.agentEvents,
    alertNotices,
    alertRows,
    alerts,
    deliveries,
    analytics,
    board,
    charts,
    forecasts,
    journal,
    journalConnections,
    journalImports,
    journalStatistics,
    ideaNews,
    ideas,
    lessons,
    market,
    candles,
    marketData,
    marketDataCalls: marketData.marketDataCalls,
    messages: marketData.messagesEvents,
    replay,
    notices,
    problems,
    serverInfo,
    staking,
    trading,
    tradingAccount,
    tradingCodes,
    tradingEndpoints,
    tradingNotices,
    tradingOrders,
    tradingPositions,
    layouts,
    mirror,
    mirrorCommands: mirror.mirrorCommands,
    mirrorEvents: mirror.mirrorEvents,
    workspace: { ...document, ...workspace },
    workspaceBodies: workspace.documentBodies,
    liveCommands,
    liveEvents: { ...liveEvents, ...bookEvents },
  }
  return new Map(
    Object.entries(areas).flatMap(([area, exports]) =>
      Object.entries(exports).flatMap(([name, value]) => (is(value) ? [[`${area}.${name}`, value] as const] : [])),
    ),
  )
}
