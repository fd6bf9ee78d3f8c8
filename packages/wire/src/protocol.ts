import type * as z from 'zod/mini'
import { accountAreas } from './account/account-areas.ts'
import * as agent from './agent/agent.ts'
import * as agentOwn from './agent/agent-own.ts'
import { alertAreas } from './alerts/alert-areas.ts'
import type { Endpoint } from './endpoint.ts'
import * as ideaNews from './idea-news.ts'
import * as ideas from './ideas.ts'
import { journalAreas } from './journal/journal-areas.ts'
import * as lessons from './learn.ts'
import * as analytics from './market/analytics.ts'
import * as board from './market/board.ts'
import * as charts from './market/charts.ts'
import * as forecasts from './market/forecasts.ts'
import { liveAreas } from './market/live-areas.ts'
import { marketAreas } from './market/market-areas.ts'
import * as notices from './notices.ts'
import * as problems from './problem.ts'
import * as serverInfo from './server-info.ts'
import * as staking from './staking.ts'
import { tradingAreas } from './trading/trading-areas.ts'
import { workspaceAreas } from './workspace/workspace-areas.ts'

const isSchema = (value: unknown): value is z.core.$ZodType => typeof value === 'object' && value !== null && '_zod' in value

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value

/** Every exported wire schema by name, for the lock and for the names in the API document. */
export const wireSchemas = (): Map<string, z.core.$ZodType> => exportsThat(isSchema)

/** Every endpoint by name. */
export const wireEndpoints = (): Map<string, Endpoint> => exportsThat(isEndpoint)

function exportsThat<T>(is: (value: unknown) => value is T): Map<string, T> {
  const areas = {
    ...accountAreas,
    agent,
    agentOwn,
    agentCommands: agent.agentCommands,
    agentEvents: agent.agentEvents,
    ...alertAreas,
    analytics,
    board,
    charts,
    forecasts,
    ...journalAreas,
    ...learningAreas,
    ...marketAreas,
    notices,
    problems,
    serverInfo,
    staking,
    ...tradingAreas,
    ...workspaceAreas,
    ...liveAreas,
  }
  return new Map(
    Object.entries(areas).flatMap(([area, exports]) =>
      Object.entries(exports).flatMap(([name, value]) => (is(value) ? [[`${area}.${name}`, value] as const] : [])),
    ),
  )
}

const learningAreas = { ideaNews, ideas, lessons }
