import type * as z from 'zod/mini'
import { accountAreas } from './account-areas.ts'
import * as agent from './agent.ts'
import * as agentOwn from './agent-own.ts'
import { alertAreas } from './alert-areas.ts'
import * as analytics from './analytics.ts'
import * as board from './board.ts'
import * as charts from './charts.ts'
import * as forecasts from './forecasts.ts'
import { journalAreas } from './journal-areas.ts'
import * as layouts from './layout.ts'
import { liveAreas } from './live-areas.ts'
import { marketAreas } from './market-areas.ts'
import * as mirror from './mirror.ts'
import * as notices from './notices.ts'
import * as problems from './problem.ts'
import * as serverInfo from './server-info.ts'
import * as staking from './staking.ts'
import { tradingAreas } from './trading-areas.ts'
import * as workspace from './workspace.ts'

/** Raised whenever a schema below changes; `protocol.lock.test.ts` says when. */
export const PROTOCOL = 7

const isSchema = (value: unknown): value is z.core.$ZodType => typeof value === 'object' && value !== null && '_zod' in value

/** Every schema of the wire by name, for the lock. */
export const wireSchemas = (): Map<string, z.core.$ZodType> => {
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
    layouts,
    ...marketAreas,
    mirror,
    mirrorCommands: mirror.mirrorCommands,
    mirrorEvents: mirror.mirrorEvents,
    notices,
    problems,
    serverInfo,
    staking,
    ...tradingAreas,
    workspace,
    workspaceBodies: workspace.documentBodies,
    ...liveAreas,
  }
  return new Map(
    Object.entries(areas).flatMap(([area, exports]) =>
      Object.entries(exports).flatMap(([name, value]) => (isSchema(value) ? [[`${area}.${name}`, value] as const] : [])),
    ),
  )
}
