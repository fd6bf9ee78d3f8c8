import { listenerSet } from '@aerie/runtime/listener-set'
import type { HasListener } from '@aerie/wire/notices'
import * as z from 'zod/mini'
import { refreshCookieName } from './areas/account/index.ts'
import { docsModule } from './areas/web/index.ts'
import { httpEdge } from './platform/http/http-edge.ts'
import { lifecycle, type ServerModule, type Stage } from './platform/lifecycle.ts'
import type { MessagesChannel } from './platform/sockets/messages-namespace.ts'
import { wireAccounts, wireDeletions } from './wiring/wire-accounts.ts'
import { wireAgent } from './wiring/wire-agent.ts'
import { wireAlerts } from './wiring/wire-alerts.ts'
import { wireAnalysis } from './wiring/wire-analysis.ts'
import { wireApex } from './wiring/wire-apex.ts'
import { wireChain } from './wiring/wire-chain.ts'
import { wireCopy } from './wiring/wire-copy.ts'
import { wireDocuments } from './wiring/wire-documents.ts'
import { type AppDeps, wireFoundation } from './wiring/wire-foundation.ts'
import { wireJournal } from './wiring/wire-journal.ts'
import { wireMarket, wireReplay } from './wiring/wire-market.ts'
import { wirePersona } from './wiring/wire-persona.ts'
import { wireSocial } from './wiring/wire-social.ts'
import { wireSockets } from './wiring/wire-sockets.ts'
import { wireStatus } from './wiring/wire-status.ts'
import { wireTrading } from './wiring/wire-trading.ts'
import { wireWeb } from './wiring/wire-web.ts'

/** Wires all modules (wiring/) and registers the routes. It does not listen yet. */
export async function buildApp(deps: AppDeps) {
  z.config(z.locales.en())
  const { config, logger } = deps
  const modules = await wireModules(deps)
  const { app, io, health, metrics, mail, market, forecasting, chain, trading, alerts, deliveries } = modules
  for (const { routes } of inRouteOrder(modules)) if (routes !== undefined) await app.register(routes)
  const { start, stop } = lifecycle({
    stages: inStartOrder(modules),
    onStopFailure: (part, error) => logger.error({ err: error, part }, 'a module did not stop'),
  })
  return {
    app,
    io,
    health,
    metrics,
    mail: mail.service,
    market: market.service,
    forecasts: forecasting.service,
    fromNow: forecasting.fromNow,
    chain,
    trading,
    alerts,
    deliveries,
    listen: () => app.listen({ host: config.HOST, port: config.PORT }),
    start,
    close: stop,
  }
}

type Modules = Awaited<ReturnType<typeof wireModules>>

function noticesOfTrading({ notify, hasListener }: MessagesChannel, hasAlertListener: HasListener) {
  const { subscribe, emit } = listenerSet<Parameters<typeof notify>>()
  subscribe(notify)
  return { subscribe, channel: { notify: emit, hasListener: (userId: string): boolean => hasListener(userId) || hasAlertListener(userId) } }
}

async function wireModules(deps: AppDeps) {
  const foundation = { ...deps, ...wireFoundation(deps) }
  const { market, replay: replayControls, marketLines } = wireMarket(foundation)
  const web = await wireWeb(deps, market.service)
  const refreshCookie = refreshCookieName(deps.config.PUBLIC_URL, deps.config.SAFE_APP === 'on')
  const metrics = await httpEdge(foundation.app, { ...foundation, notFound: web.notFound, refreshCookie })
  const { mail, ...accounts } = wireAccounts(foundation)
  const base = { ...foundation, ...accounts, metrics, market: market.service }
  const { messages, live } = wireSockets(base)
  const { notify, hasListener } = messages
  const { forecasting, analytics, analyticsService } = wireAnalysis(base)
  const { workspace, learn } = wireDocuments({ ...base, notify })
  const { chain, holdings } = wireChain({ ...base, notify })
  const forecasts = forecasting.fromNow
  const journal = wireJournal({ ...base, forecasts })
  const persona = wirePersona({ ...base, journal })
  const tradingNotices = noticesOfTrading(messages, (userId) => alerts.hasListener(userId))
  const trading = wireTrading({ ...base, ...tradingNotices.channel, openTrips: journal.openTrips, decisionOf: journal.decisionOf })
  const { agent, marketData } = wireAgent({ ...base, forecasts, messages, own: { ...trading.own, ...journal.own } })
  const { alerts, deliveries } = wireAlerts({ ...base, mail, forecasts, analytics: analyticsService, chain, trading, notify })
  tradingNotices.subscribe(alerts.handle)
  const copy = wireCopy({ ...base, trading, notify, hasListener })
  const social = wireSocial({ ...base, notify })
  const apex = await wireApex({ ...base, twins: trading.twins })
  const deletions = wireDeletions({ ...base, mail, trading, forget: apex.forget })
  const status = wireStatus({ ...base, chain })
  const replay = wireReplay(replayControls)
  const { app, io, health, http, database, storage } = foundation
  const { users, accountData } = accounts
  const onMarket = { market, replay, marketLines, forecasting, analytics, agent, marketData, live }
  return {
    app,
    io,
    health,
    metrics,
    http,
    database,
    storage,
    mail,
    users,
    accountData,
    deletions,
    ...onMarket,
    workspace,
    learn,
    chain,
    holdings,
    journal,
    persona,
    trading,
    copy,
    alerts,
    deliveries,
    social,
    apex,
    status,
    docs: docsModule(),
    web,
  }
}

function inRouteOrder(all: Modules): readonly ServerModule[] {
  const {
    status,
    mail,
    users,
    accountData,
    persona,
    market,
    replay,
    forecasting,
    agent,
    marketData,
    analytics,
    workspace,
    learn,
    trading,
    copy,
    journal,
    alerts,
    deliveries,
    social,
    apex,
    chain,
    holdings,
    docs,
    web,
  } = all
  return [
    status,
    mail,
    users,
    accountData,
    persona,
    market,
    replay,
    forecasting,
    agent,
    marketData,
    analytics,
    workspace,
    learn,
    trading,
    copy,
    journal,
    alerts,
    deliveries,
    social,
    apex,
    chain,
    holdings,
    docs,
    web,
  ]
}

/** Start order; stops in reverse. Stages before `http` serve open requests and stop after those; later stages run on their own. */
function inStartOrder(all: Modules): readonly Stage[] {
  const {
    database,
    storage,
    mail,
    users,
    accountData,
    market,
    chain,
    marketLines,
    forecasting,
    journal,
    trading,
    copy,
    deletions,
    deliveries,
    alerts,
    social,
    apex,
    http,
    holdings,
    agent,
    marketData,
    live,
    docs,
  } = all
  return [
    database,
    storage,
    mail,
    users,
    accountData,
    [market, chain, ...marketLines],
    forecasting,
    journal,
    trading,
    copy,
    deletions,
    deliveries,
    alerts,
    social,
    apex,
    http,
    holdings,
    agent,
    marketData,
    live,
    docs,
  ]
}
