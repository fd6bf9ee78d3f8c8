import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '@aerie/core/defined'
import type { Candle } from '@aerie/core/market/candle'
import { epochMs, HOUR_MS, systemClock } from '@aerie/core/time'
import type { HistoryRequest } from '@aerie/market/market-source'
import type { Notice } from '@aerie/wire/notices'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import type { PausedCopy } from '../src/areas/copy/copy-duty.ts'
import { copyModule } from '../src/areas/copy/index.ts'
import { type ConnectionSettings, journalModule } from '../src/areas/journal/index.ts'
import type { TripPace } from '../src/areas/journal/trips/trip-keepers.ts'
import { MarketService } from '../src/areas/market/service.ts'
import { socialModule } from '../src/areas/social/index.ts'
import type { AccountNews } from '../src/areas/trading/accounts/account-batch.ts'
import { tradingModule } from '../src/areas/trading/index.ts'
import { memoryRoom } from '../src/platform/bus/bus.ts'
import type { Database } from '../src/platform/db/client.ts'
import { openDuties } from '../src/platform/duties/duty.ts'
import { createHealthRegistry } from '../src/platform/health/health-registry.ts'
import { AppError } from '../src/platform/http/app-error.ts'
import { answerErrors, sendProblem } from '../src/platform/http/error-answers.ts'
import { accountApp } from './account-app.ts'
import { documentAnswers } from './documented-answers.ts'
import { scriptedSource, T0, tickOf } from './scripted-source.ts'
import { testBus } from './test-bus.ts'

type Levels = readonly (readonly [price: number, size: number])[]
export type Book = { readonly bids: Levels; readonly asks: Levels }

export const BOOK: Book = {
  bids: [
    [99.9, 5],
    [99.8, 10],
  ],
  asks: [
    [100.1, 5],
    [100.2, 10],
  ],
}
const COINS = ['SOL', 'ETH'].map((symbol) => ({ symbol, name: symbol, logo: `/coins/${symbol}.svg`, color: '#112233', industries: [] }))
const logger = pino({ level: 'silent' })

type Sent = { readonly idempotencyKey?: string }

type Call = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', token: string, path: string, body?: object]

type StageOptions = {
  readonly latencyMs?: number
  readonly liquidationBps?: number
  readonly history?: (request: HistoryRequest) => Candle[]
  /** Whether the user has a connected client; always true if absent. */
  readonly hasListener?: (userId: string) => boolean
  readonly isCopying?: boolean
  /** Nodes `beside` are on one bus with the first. */
  readonly isShared?: boolean
  readonly tripPace?: TripPace
  /** Addresses of the exchanges that connections read. */
  readonly exchanges?: ConnectionSettings
}

export async function tradingStage({
  latencyMs = 0,
  liquidationBps = 0,
  history,
  isCopying = false,
  isShared = false,
  hasListener = () => true,
  tripPace,
  exchanges = {},
}: StageOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'aerie-trading-stage-'))
  const accounts = await accountApp()
  const transport = isShared ? memoryRoom() : undefined
  const forecasts = new Map<string, { chain: number; seq: number; issuedAt: number; hash: Buffer }>()
  const notified: { userId: string; notice: Notice }[] = []
  /** Events of accounts, as often as they are reported. */
  const reported: { userId: string; news: AccountNews; onKept: () => void }[] = []
  const pausedCopies: { userId: string; news: PausedCopy }[] = []
  let now = T0 - (T0 % HOUR_MS)
  let id = 'sim:test'
  let seq = 0
  /** The book that a new follower receives; undefined for none. */
  let present: Book | undefined = BOOK
  let running: Awaited<ReturnType<typeof open>> | undefined

  async function open(db = accounts.db, isWaiting = true) {
    const script = scriptedSource({
      id,
      ...(history && { history }),
      firstBook: (symbol) => present && { symbol, ...present, seq: 0, asOf: epochMs(now) },
      rules: (symbol) =>
        symbol === 'SOL' || symbol === 'ETH' ? { tick: '0.1', lot: '0.01', minNotional: '10', book: 'simulated' } : undefined,
    })
    script.setNow(now)
    const market = new MarketService({ makeSource: () => script.source, coins: COINS, pool: db.$client, logger })
    const bus = testBus(transport?.())
    const duties = openDuties({ pool: db.$client, ...(isShared && { about: { role: 'worker', version: 'test', host: 'test' } }) })
    await duties.start()
    const journal = journalModule({
      secretKey: Buffer.alloc(32, 7),
      config: { PAPER_FEES: 'hyperliquid-0', DATA_DIR: dataDir, ...exchanges },
      db: db,
      duties,
      clock: systemClock,
      logger,
      market,
      forecasts: { newestIssued: async (symbol) => defined(forecasts.get(symbol)) },
      ...(tripPace && { pace: tripPace }),
    })
    const health = createHealthRegistry([])
    const trading = tradingModule({
      config: { PAPER_FEES: 'hyperliquid-0', PAPER_LATENCY_MS: latencyMs, PAPER_LIQUIDATION_BPS: liquidationBps },
      db: db,
      duties,
      clock: systemClock,
      logger,
      health,
      market,
      bus,
      notify: (userId, notice) => void notified.push({ userId, notice }),
      hasListener,
    })
    trading.keepTrips(journal.tripBook)
    trading.onNews((userId, news, onKept) => void reported.push({ userId, news, onKept }))
    const social = socialModule({
      config: { PAPER_FEES: 'hyperliquid-0' },
      db: db,
      duties,
      clock: systemClock,
      logger,
      market,
      notify: (userId, notice) => void notified.push({ userId, notice }),
    })
    const copy = copyModule({
      bus,
      db: db,
      duties,
      clock: systemClock,
      logger,
      health: createHealthRegistry([]),
      market,
      trading,
      names: social.names,
      notify: (userId, notice) => void notified.push({ userId, notice }),
      hasListener,
      onPaused: (userId, news) => void pausedCopies.push({ userId, news }),
    })
    await market.start()
    script.emit().ticks([tickOf('SOL', 100, now), tickOf('ETH', 100, now)])
    const app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
    documentAnswers(app)
    answerErrors(app, (_request, reply) => sendProblem(reply, new AppError('not_found')))
    accounts.module.authentication(app)
    await app.register(trading.routes!)
    await app.register(journal.routes!)
    await app.register(social.routes)
    await app.register(copy.routes!)
    await journal.start?.()
    await trading.start?.()
    if (isWaiting) await trading.opened()
    if (isCopying) {
      await copy.start?.()
      await copy.tend()
    }
    return { script, market, journal, trading, copy, app, health, duties }
  }
  const stage = () => {
    if (running === undefined) throw new Error('the stage is down')
    return running
  }
  const close = async (node: Awaited<ReturnType<typeof open>> | undefined): Promise<void> => {
    await node?.copy.stop?.()
    await node?.trading.stop?.()
    await node?.journal.stop?.()
    await node?.duties.stop()
    await node?.market.stop()
    await node?.app.close()
  }
  const stop = async (): Promise<void> => {
    await close(running)
    running = undefined
  }
  running = await open()

  const book = (symbol = 'SOL', levels: Book = BOOK): void => {
    seq += 1
    present = levels
    const asOf = epochMs(now)
    for (const follower of stage().script.followers(symbol)) follower.book({ symbol, ...levels, seq, asOf })
  }
  const callOf = async (app: FastifyInstance, [method, token, path, body]: Call) => {
    const { idempotencyKey: key, ...payload }: Sent = body ?? {}
    const response = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
      ...(body && { payload }),
    })
    const answer: { data: never; code?: string; order?: TradingOrder; next?: string | null; errors?: object } = response.json()
    return { status: response.statusCode, ...answer }
  }
  const call = (...asked: Call) => callOf(stage().app, asked)
  return {
    accounts,
    notified,
    reported,
    pausedCopies,
    /** A second node over the same database: it waits for the duties and has its own market. */
    beside: async (db: Database) => {
      const node = await open(db, false)
      const emitBook = (levels: Book, symbol = 'SOL'): void => {
        for (const follower of node.script.followers(symbol)) follower.book({ symbol, ...levels, seq, asOf: epochMs(now) })
      }
      return { ...node, emitBook, call: (...asked: Call) => callOf(node.app, asked), close: () => close(node) }
    },
    forecasts,
    stage,
    book,
    call,
    now: () => now,
    setNow: (ms: number): void => {
      now = ms
      stage().script.setNow(ms)
    },
    setClock: (ms: number): void => {
      now = ms
    },
    trade: (price: number, size: number, aggressor: 'buy' | 'sell', symbol = 'SOL'): void => {
      seq += 1
      for (const follower of stage().script.followers(symbol))
        follower.trades([{ id: String(seq), asOf: epochMs(now), price, size, aggressor }])
    },
    tick: (price: number, symbol = 'SOL'): void =>
      stage()
        .script.emit()
        .ticks([tickOf(symbol, price, now)]),
    gap: (symbol = 'SOL'): void => {
      for (const follower of stage().script.followers(symbol)) follower.gap({ asOf: epochMs(now), reason: 'A hole of this test.' })
    },
    stop,
    close: async () => {
      await stop()
      await accounts.close()
      rmSync(dataDir, { recursive: true })
    },
    setSource: (next: string): void => {
      id = next
    },
    silence: (): void => {
      present = undefined
    },
    trader: async (email: string) => {
      const { token, user } = await accounts.newUser(email)
      return { token, userId: user.user_id }
    },
    restart: async () => {
      await stop()
      running = await open()
    },
  }
}

export type TradingStage = Awaited<ReturnType<typeof tradingStage>>
