import type { Candle } from '@aerie/core/market/candle'
import { MINUTE_MS } from '@aerie/core/time'
import { ideaNotice } from '@aerie/wire/idea-news'
import type { Idea } from '@aerie/wire/ideas'
import type { Notice } from '@aerie/wire/notices'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { MarketService } from '../src/areas/market/service.ts'
import { socialModule } from '../src/areas/social/index.ts'
import { openDuties } from '../src/platform/duties/duty.ts'
import { AppError } from '../src/platform/http/app-error.ts'
import { answerErrors, sendProblem } from '../src/platform/http/error-answers.ts'
import { accountApp } from './account-app.ts'
import { documentAnswers } from './documented-answers.ts'
import { candleAt, scriptedSource, T0, tickOf } from './scripted-source.ts'

const COINS = ['BTC', 'ETH'].map((symbol) => ({ symbol, name: symbol, logo: '', color: '#112233', industries: [] }))
const logger = pino({ level: 'silent' })
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Request = {
  readonly method: Method
  readonly token: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
type Range = readonly [low: number, high: number, close?: number]

/** Valid with BTC at 100. */
export const LONG = { symbol: 'BTC', side: 'long', target: '110', stop: '95', horizon_s: 900, text: 'Up.' }

/** Accounts and Social over a database, with a scripted market. Scores are computed when the test looks. */
export async function socialStage() {
  const accounts = await accountApp()
  const notified: { userId: string; notice: Notice }[] = []
  let now = T0 - (T0 % MINUTE_MS)
  let id = 'sim:test'
  let running: Awaited<ReturnType<typeof open>> | undefined
  const minutes: { symbol: string; candle: Candle }[] = []

  const newModule = (market: MarketService) =>
    socialModule({
      config: { PAPER_FEES: 'hyperliquid-0' },
      db: accounts.db,
      duties: openDuties({ pool: accounts.db.$client }),
      clock: accounts.clock,
      logger,
      market,
      notify: (userId, notice) => void notified.push({ userId, notice }),
    })
  async function open() {
    const script = scriptedSource({
      id,
      kind: id.startsWith('live') ? 'live' : 'sim',
      history: ({ symbol, interval, from, to }) =>
        minutes.flatMap(({ symbol: of, candle }) =>
          interval === '1m' && of === symbol && candle.time * 1_000 >= from && (candle.time + 60) * 1_000 <= to ? [candle] : [],
        ),
      rules: () => ({ tick: '0.01', lot: '0.01', book: 'simulated' }),
    })
    script.setNow(now)
    const market = new MarketService({ makeSource: () => script.source, coins: COINS, pool: accounts.db.$client, logger })
    const social = newModule(market)
    await market.start()
    await market.settled()
    script.emit().ticks([tickOf('BTC', 100, now), tickOf('ETH', 50, now)])
    const app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
    documentAnswers(app)
    answerErrors(app, (_request, reply) => sendProblem(reply, new AppError('not_found')))
    accounts.module.authentication(app)
    await app.register(social.routes)
    return { script, market, social, app }
  }
  const stage = () => {
    if (running === undefined) throw new Error('the stage is down')
    return running
  }
  const stop = async (): Promise<void> => {
    await running?.social.stop()
    await running?.market.stop()
    await running?.app.close()
    running = undefined
  }
  running = await open()

  const send = async <T = never>({ method, token, path, body, headers }: Request) => {
    const response = await stage().app.inject({
      method,
      url: `/api/v1/ideas${path}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const answer: { data: T; code?: string; detail?: string; errors?: object; next?: string | null } = response.json()
    return { status: response.statusCode, ...answer }
  }
  const call = <T = never>(method: Method, token: string, path: string, body?: unknown) => send<T>({ method, token, path, body })
  const price = (at: number, symbol = 'BTC'): void =>
    stage()
      .script.emit()
      .ticks([tickOf(symbol, at, now)])
  const minute = ([low, high, close = (low + high) / 2]: Range, symbol = 'BTC'): void => {
    const candle = { ...candleAt(now / 1_000, close, 1), open: close, high, low }
    now += MINUTE_MS
    stage().script.setNow(now)
    minutes.push({ symbol, candle })
    stage()
      .script.emit()
      .candles([{ symbol, interval: '1m', candle }])
    price(close, symbol)
  }
  return {
    accounts,
    db: accounts.db,
    news: (userId: string) =>
      notified.flatMap(({ userId: to, notice }) => (to === userId && notice.kind === 'idea' ? [z.parse(ideaNotice, notice.data)] : [])),
    stage,
    newModule,
    call,
    send,
    price,
    minute,
    now: () => now,
    silence: (ms: number): void => {
      now += ms
      stage().script.setNow(now)
    },
    user: async () => {
      const { token, user } = await accounts.newUser(`${Math.random().toString(36).slice(2)}@example.com`)
      return { token, userId: user.user_id, email: user.email }
    },
    post: async (token: string, more: object = {}): Promise<Idea> => {
      const { data, status, detail } = await call<Idea>('POST', token, '', { ...LONG, ...more })
      if (status !== 201) throw new Error(`${status} ${detail}`)
      await stage().social.notifyPosts()
      return data
    },
    idea: async (token: string, id: string): Promise<Idea> => (await call<Idea>('GET', token, `/${id}`)).data,
    setSource: (next: string): void => {
      id = next
    },
    stop,
    start: async () => {
      running = await open()
    },
    /** Simulates `kill -9`: the duty is not released, then it expires. */
    kill: async () => {
      await accounts.db.execute(sql`update duties set holder = 'dead', until = now() - interval '1 second'`)
      const dead = stage()
      running = undefined
      await dead.market.stop()
      await dead.app.close()
    },
    close: async () => {
      await stop()
      await accounts.close()
    },
  }
}
export type SocialStage = Awaited<ReturnType<typeof socialStage>>
