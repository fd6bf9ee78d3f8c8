import { randomUUID } from 'node:crypto'
import { epochMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import { portOf } from '@aerie/testkit/port-of'
import type { Forecast } from '@aerie/wire/market/forecasts'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import type { LanguageModel } from 'ai'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { Socket } from 'socket.io-client'
import type { BuiltIn, Call } from '../src/areas/agent/answers/draft.ts'
import { agentModule } from '../src/areas/agent/index.ts'
import type { OwnSources } from '../src/areas/agent/own/own-sources.ts'
import { MarketService } from '../src/areas/market/service.ts'
import { users } from '../src/platform/db/schema/accounts.ts'
import { forecastChains, forecastScores, forecasts } from '../src/platform/db/schema/forecasts.ts'
import { openDuties } from '../src/platform/duties/duty.ts'
import { createHealthRegistry } from '../src/platform/health/health-registry.ts'
import { AppError } from '../src/platform/http/app-error.ts'
import { socketServer } from '../src/platform/sockets/socket-server.ts'
import { openWindow } from './agent-window.ts'
import type { TestDatabase } from './database.ts'
import { candlesOf, listingOf, scriptedSource, T0, tickOf } from './scripted-source.ts'
import { testApp } from './test-app.ts'
import { testCaller } from './test-sessions.ts'

const COINS = ['BTC', 'ETH', 'DOGE'].map((symbol) => ({ symbol, name: symbol, logo: '', color: '#112233', industries: [] }))
/** 20 minutes after a full hour; forecasts were issued at that hour. */
export const MARKET_NOW = T0 + 20 * MINUTE_MS
export const BTC_PRICE = 64_000.5
/** Median of the test's forecast of `hours`: 100 dollars an hour above the anchor. */
export const predictedOf = (hours: number): number => 64_000 + 100 * hours

/** Reads a coin by its ticker, and times as `in N` and `N ago`: all that these tests need of an engine. */
export const plainEngine: BuiltIn = {
  answer: (question) => {
    const ahead = /in (\d+)/.exec(question)?.[1]
    const ago = /(\d+) ago/.exec(question)?.[1]
    const calls = [...question.matchAll(/\b[A-Z]{3,4}\b/g)].map(([ticker]): Call => {
      if (ahead !== undefined) return { name: 'get_crypto_prediction', arguments: { ticker, timeframe: Number(ahead) } }
      if (ago !== undefined) return { name: 'get_crypto_history', arguments: { ticker, timeframe: Number(ago) } }
      return { name: 'get_crypto_price', arguments: { ticker } }
    })
    return { text: calls.length > 0 ? 'Let me look.' : 'I answer questions on prices.', calls, language: 'en', suggestions: ['And ETH?'] }
  },
}

const callerOf = (token: string) => (token.startsWith('good.') ? testCaller(token) : null)
const sessions = { authenticate: async (token: string) => callerOf(token) }

type Options = {
  readonly database: TestDatabase
  readonly builtIn?: BuiltIn
  readonly model?: LanguageModel
  readonly clock?: { ms: number }
  readonly own?: OwnSources
  readonly timeouts?: { readonly totalMs: number; readonly firstChunkMs: number; readonly chunkMs: number }
}

const nobody = async (): Promise<never> => {
  throw new AppError('unavailable', { detail: 'There is nothing of that here.' })
}
const noOwnData: OwnSources = {
  account: nobody,
  positions: nobody,
  orders: nobody,
  fills: nobody,
  openTrips: nobody,
  alerts: nobody,
  whatIf: nobody,
  statistics: nobody,
  sums: nobody,
  coinSums: nobody,
  imported: nobody,
  trips: nobody,
}

export async function agentStage({
  database,
  builtIn = plainEngine,
  model,
  clock = { ms: Date.UTC(2026, 0, 15, 12, 30) },
  own = noOwnData,
  timeouts,
}: Options) {
  const script = scriptedSource({
    // Hours only: otherwise each test stores a week of minutes that nothing reads.
    history: (request) => (request.interval === '1m' ? [] : candlesOf(request, (time) => 60_000 + (time % 86_400) / 3600)),
  })
  script.setNow(MARKET_NOW)
  const logged: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const market = new MarketService({
    makeSource: () => script.source,
    coins: COINS,
    pool: database.db.$client,
    logger: pino({ level: 'silent' }),
  })
  const { app, requireUser } = testApp(sessions)
  const io = socketServer(app.server)
  const health = createHealthRegistry([])
  const metrics = new Registry()
  const agent = agentModule({
    io,
    db: database.db,
    duties: openDuties({ pool: database.db.$client }),
    clock: { now: () => epochMs(clock.ms) },
    logger,
    health,
    metrics,
    market,
    newestForecast: async (symbol, hours) => testForecast(symbol, hours),
    newestIssued: async (symbol, hours) => issuedForecast(database, symbol, hours),
    builtIn,
    own,
    figures: {
      newestForecast: async (symbol, hours) => testForecast(symbol, hours),
      board: () => market.hub.board(),
      scorecard: nobody,
      volatility: nobody,
      row: () => {
        throw new AppError('unavailable', { detail: 'There is nothing of that here.' })
      },
      instrument: nobody,
      closes: nobody,
    },
    requireUser,
    model,
    ...(timeouts && { timeouts }),
    verifyToken: async (token) => {
      const caller = callerOf(token)
      return caller && { user_id: caller.user.user_id, sid: caller.sessionId }
    },
    onRevoked: () => undefined,
    address: { publicUrl: undefined, host: '127.0.0.1' },
  })
  await app.register(agent.routes)
  await app.listen({ port: 0, host: '127.0.0.1' })
  await market.start()
  script.emit().listings(COINS.map(({ symbol }) => listingOf(symbol)))
  script.emit().ticks([tickOf('BTC', BTC_PRICE, MARKET_NOW - 1_000), tickOf('ETH', 2_000.25, MARKET_NOW - 1_000)])
  await market.settled()
  agent.start()
  const url = `http://127.0.0.1:${portOf(app.server)}`
  const windows: Socket[] = []
  return {
    url,
    clock,
    agent,
    health,
    metrics,
    logged,
    setMarketNow: script.setNow,
    window: (userId: string) => openWindow(url, `good.${userId}.s`, windows),
    get: (path: string, userId: string) =>
      app.inject({ method: 'GET', url: `/api/v1/agent/${path}`, headers: { authorization: `Bearer good.${userId}.s` } }),
    anonymous: (path: string) => app.inject({ method: 'GET', url: `/api/v1/agent/${path}` }),
    close: async (): Promise<void> => {
      for (const window of windows) window.disconnect()
      await agent.stop()
      await io.close()
      await app.close()
      await market.stop()
    },
  }
}
export type AgentStage = Awaited<ReturnType<typeof agentStage>>

export async function insertUsers(database: TestDatabase): Promise<readonly [string, string]> {
  const ids = [randomUUID(), randomUUID()] as const
  const at = new Date(T0)
  await database.db
    .insert(users)
    .values(
      ids.map((id) => ({ id, email: `${id}@example.com`, passwordHash: '', firstName: 'A', lastName: 'B', createdAt: at, updatedAt: at })),
    )
  return ids
}

const testForecast = (symbol: string, hours: number): Forecast => {
  if (symbol !== 'BTC') throw new AppError('unavailable', { detail: `There is no forecast of ${symbol} yet.` })
  return {
    symbol,
    issued_at: T0,
    hours,
    anchor: 64_000,
    quantiles: QUANTILE_LEVELS.map((level) => [level, predictedOf(hours) + (level - 0.5) * 1_000]),
    path: [],
    model: 'test',
    source: 'sim',
    quote: 'USD',
    candles: 1_000,
  }
}

async function issuedForecast({ db }: TestDatabase, symbol: string, hours: number): Promise<{ chain: number; seq: number }> {
  const { anchor, quantiles } = testForecast(symbol, hours)
  const zero = Buffer.alloc(32)
  await db.insert(forecastChains).values({ sourceId: 'sim:test', sourceKind: 'sim', head: zero }).onConflictDoNothing()
  const [chain] = await db.select().from(forecastChains)
  const logs = quantiles.map(([, price]) => Math.log(price / anchor))
  const row = {
    chain: chain!.number,
    seq: hours,
    symbol,
    hours,
    issuedAt: T0,
    dueAt: T0 + hours * HOUR_MS,
    madeAt: T0 + 1,
    anchor,
    quote: 'USD',
  }
  await db
    .insert(forecasts)
    .values({ ...row, model: 'test', candles: 1_000, quantiles: logs, baseline: logs, prevHash: zero, hash: zero })
    .onConflictDoNothing()
  return { chain: chain!.number, seq: hours }
}

export async function scoreForecastOf({ db }: TestDatabase, hours: number, outcome: number | null): Promise<void> {
  const [chain] = await db.select().from(forecastChains)
  const state = outcome === null ? ('missing' as const) : ('scored' as const)
  await db
    .insert(forecastScores)
    .values({ chain: chain!.number, seq: hours, state, scoredAt: T0 + hours * HOUR_MS, outcome, crps: outcome === null ? null : 0.01 })
}

export const priceResult = (price = BTC_PRICE): MarketDataMessage => ({
  command: 'info',
  message_id: randomUUID(),
  error: null,
  data: { currency: 'BTC', price, quote: 'USD', source: 'sim', as_of: MARKET_NOW - 1_000 },
})
