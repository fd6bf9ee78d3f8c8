import { setTimeout as sleep } from 'node:timers/promises'
import { epochMs, MINUTE_MS, systemClock } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import type { AlertFiring, AlertRow } from '@aerie/wire/alerts/alert-rows'
import type { Notice } from '@aerie/wire/notices'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import { deliveriesModule } from '../src/areas/alerts/deliveries/deliveries-module.ts'
import type { QueuedMail } from '../src/areas/alerts/email/email-channel.ts'
import type { AlertSources } from '../src/areas/alerts/evaluation/alert-feeds.ts'
import { alertsModule } from '../src/areas/alerts/index.ts'
import { MarketService } from '../src/areas/market/service.ts'
import { parseConfig } from '../src/config.ts'
import type { Transport } from '../src/platform/bus/bus.ts'
import { openDuties } from '../src/platform/duties/duty.ts'
import { createHealthRegistry } from '../src/platform/health/health-registry.ts'
import { AppError } from '../src/platform/http/app-error.ts'
import { answerErrors, sendProblem } from '../src/platform/http/error-answers.ts'
import { accountApp } from './account-app.ts'
import { documentAnswers } from './documented-answers.ts'
import { NO_SOURCES } from './no-alert-sources.ts'
import { candleAt, scriptedSource, T0, tickOf } from './scripted-source.ts'
import { testBus } from './test-bus.ts'

const COINS = ['BTC', 'ETH'].map((symbol) => ({ symbol, name: symbol, logo: '', color: '#112233', industries: [] }))

type Request = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly token: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type MarketScript = ReturnType<typeof scriptedSource>

export async function alertStage({
  env = {},
  sources = NO_SOURCES,
  feedEveryMs,
  transport,
}: {
  env?: Readonly<Record<string, string>>
  sources?: AlertSources
  feedEveryMs?: number
  /** To other processes. */
  transport?: Transport
} = {}) {
  const accounts = await accountApp()
  const tradingOpened = listenerSet<[isOf: (userId: string) => boolean]>()
  const notified: { userId: string; notice: Notice }[] = []
  const mails: QueuedMail[] = []
  const logged: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const config = parseConfig({ MARKET_SOURCE: 'sim', ...env })
  let now = T0 - (T0 % MINUTE_MS)
  let id = 'sim:test'
  /** Minutes in the source's history, by open time in seconds. */
  const minutes = new Map<number, readonly [open: number, high: number, low: number, close: number]>()
  let emit: MarketScript['emit'] | undefined
  let running: Awaited<ReturnType<typeof open>> | undefined

  async function open() {
    const script = scriptedSource({
      id,
      history: ({ interval, from, to }) =>
        interval !== '1m'
          ? []
          : [...minutes]
              .filter(([time]) => time * 1000 >= from && (time + 60) * 1000 <= to)
              .map(([time, [first, high, low, close]]) => ({ ...candleAt(time, close, 10), open: first, high, low })),
    })
    script.setNow(now)
    emit = script.emit
    const market = new MarketService({ makeSource: () => script.source, coins: COINS, pool: accounts.db.$client, logger })
    const notify = (userId: string, notice: Notice): void => void notified.push({ userId, notice })
    const shared = { db: accounts.db, duties: openDuties({ pool: accounts.db.$client }), clock: systemClock, logger, notify }
    const deliveries = deliveriesModule({
      ...shared,
      config,
      secretKey: Buffer.alloc(32, 7),
      mail: { queue: async (_tx, mail) => void mails.push(mail), onGivenUp: () => undefined },
    })
    const bus = testBus(transport)
    await bus.start()
    const alerts = alertsModule({
      ...shared,
      bus,
      onTradingOpened: tradingOpened.subscribe,
      health: createHealthRegistry([]),
      market,
      sources,
      deliveries,
      feedEveryMs,
    })
    await market.start()
    await market.settled()
    script.emit().ticks([tickOf('ETH', 50, now)])
    const app = Fastify({ routerOptions: { maxParamLength: 200 } })
      .setValidatorCompiler(validatorCompiler)
      .setSerializerCompiler(serializerCompiler)
    documentAnswers(app)
    answerErrors(app, (_request, reply) => sendProblem(reply, new AppError('not_found')))
    accounts.module.authentication(app)
    await app.register(alerts.routes!)
    await app.register(deliveries.routes)
    await alerts.start?.()
    while (alerts.watch() === undefined) await sleep(5)
    return { script, market, alerts, deliveries, app }
  }
  const stage = () => {
    if (running === undefined) throw new Error('the stage is down')
    return running
  }
  const stop = async (): Promise<void> => {
    await running?.alerts.stop?.()
    await running?.deliveries.stop()
    await running?.market.stop()
    await running?.app.close()
    running = undefined
  }
  running = await open()

  const request = async <T = never>({ method, token, path, body, headers }: Request) => {
    const response = await stage().app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const answer: { data: T; code?: string; detail?: string; next?: string | null } = response.json()
    return { status: response.statusCode, text: response.body, ...answer }
  }
  const call = <T = never>(method: Request['method'], token: string, path: string, body?: unknown) =>
    request<T>({ method, token, path, body })
  const stored = (): Promise<void> => stage().alerts.watch()?.idle() ?? Promise.resolve()
  return {
    accounts,
    db: accounts.db,
    notified,
    mails,
    logged,
    minutes,
    stage,
    call,
    request,
    stop,
    stored,
    tradingOpened: tradingOpened.emit,
    emit: () => {
      if (emit === undefined) throw new Error('no source was opened')
      return emit()
    },
    now: () => now,
    user: async (email = `${Math.random().toString(36).slice(2)}@example.com`) => {
      const { token, user } = await accounts.newUser(email)
      return { token, userId: user.user_id, email }
    },
    create: async (token: string, body: object): Promise<AlertRow> => {
      const { data, status, text } = await call<AlertRow>('POST', token, '/alerts', body)
      if (status !== 201) throw new Error(text)
      return data
    },
    firings: async (token: string): Promise<AlertFiring[]> => (await call<AlertFiring[]>('GET', token, '/alerts/firings')).data,
    /** Reports a price `laterMs` later; resolves once its effects are stored. */
    price: async (price: number, laterMs = 1_000, symbol = 'BTC'): Promise<void> => {
      now += laterMs
      stage().script.setNow(now)
      stage()
        .script.emit()
        .ticks([tickOf(symbol, price, epochMs(now))])
      await stored()
    },
    setNow: (ms: number): void => {
      now = ms
      running?.script.setNow(ms)
    },
    setSource: (next: string): void => {
      id = next
    },
    /** Simulates `kill -9`: nothing more is stored, the duty is not released, then it expires. */
    kill: async () => {
      stage().alerts.watch()?.close()
      await accounts.db.execute(sql`update duties set holder = 'dead', until = now() - interval '1 second'`)
      const dead = stage()
      running = undefined
      await dead.alerts.stop?.()
      await accounts.db.execute(sql`update duties set until = now() - interval '1 second'`)
      await dead.deliveries.stop()
      await dead.market.stop()
      await dead.app.close()
    },
    start: async () => {
      running = await open()
    },
    close: async () => {
      await stop()
      await accounts.close()
    },
  }
}
export type AlertStage = Awaited<ReturnType<typeof alertStage>>
