import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, epochMs, systemClock } from '@aerie/core/time'
import { replaySource } from '@aerie/market/replay/replay-source'
import type { ReplayControls } from '@aerie/wire/market/replay'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import { journalModule } from '../src/areas/journal/index.ts'
import { replayRoutes } from '../src/areas/market/replay/replay-routes.ts'
import { replayService } from '../src/areas/market/replay/replay-service.ts'
import { MarketService } from '../src/areas/market/service.ts'
import { tradingModule } from '../src/areas/trading/index.ts'
import { openDuties } from '../src/platform/duties/duty.ts'
import { createHealthRegistry } from '../src/platform/health/health-registry.ts'
import { AppError } from '../src/platform/http/app-error.ts'
import { answerErrors, sendProblem } from '../src/platform/http/error-answers.ts'
import { accountApp } from './account-app.ts'
import { documentAnswers } from './documented-answers.ts'
import { testBus } from './test-bus.ts'

export const RECORDED_FROM = Date.UTC(2024, 0, 1)
/** The nth minute closes at 1,001 + n. */
export const RECORDED_MINUTES = 3_000

const COINS = ['BTC', 'ETH'].map((symbol) => ({ symbol, name: symbol, logo: `/coins/${symbol}.svg`, color: '#112233', industries: [] }))
const logger = pino({ level: 'silent' })

type Recorded = {
  readonly dir: string
  readonly from: number
  readonly clock: Clock
}

function madeUp(dir: string): Recorded {
  const rows = Array.from(
    { length: RECORDED_MINUTES },
    (_, n) => `${RECORDED_FROM / 1000 + n * 60},${1000 + n},${1001 + n},${999 + n},${1001 + n},100\n`,
  )
  writeFileSync(join(dir, 'BTCUSDT-1m.csv'), `time,open,high,low,close,volume\n${rows.join('')}`)
  return { dir, from: RECORDED_FROM + 2_000 * 60_000, clock: systemClock }
}

/** A recording with its controls, paper trading and the journal over HTTP; by default BTC, stopped at its 2,000th minute. */
export async function replayStage(controls: ReplayControls = 'users', given?: Recorded) {
  const ownDir = mkdtempSync(join(tmpdir(), 'aerie-replay-stage-'))
  const { dir, from, clock } = given ?? madeUp(ownDir)
  const accounts = await accountApp()
  const makeSource = () => replaySource({ dir, speed: 1, from: epochMs(from), clock })
  const market = new MarketService({ makeSource, coins: COINS, pool: accounts.db.$client, logger })
  const replay = replayService({ market, controls, clock: systemClock })
  const duties = openDuties({ pool: accounts.db.$client })
  const journal = journalModule({
    secretKey: Buffer.alloc(32, 7),
    config: { PAPER_FEES: 'hyperliquid-0', DATA_DIR: ownDir },
    db: accounts.db,
    duties,
    clock: systemClock,
    logger,
    market,
    forecasts: { newestIssued: () => Promise.reject(new Error('no forecasts here')) },
  })
  const trading = tradingModule({
    config: { PAPER_FEES: 'hyperliquid-0', PAPER_LATENCY_MS: 0, PAPER_LIQUIDATION_BPS: 0 },
    db: accounts.db,
    duties,
    clock: systemClock,
    logger,
    health: createHealthRegistry([]),
    market,
    bus: testBus(),
    notify: () => undefined,
    hasListener: () => true,
  })
  trading.keepTrips(journal.tripBook)
  await market.start()
  market.transport()?.pause()
  const app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  documentAnswers(app)
  answerErrors(app, (_request, reply) => sendProblem(reply, new AppError('not_found')))
  accounts.module.authentication(app)
  await app.register(replayRoutes(replay))
  await app.register(trading.routes!)
  await app.register(journal.routes!)
  await trading.start?.()
  await trading.opened()
  const { token } = await accounts.newUser('ada@example.com')
  return {
    db: accounts.db,
    market,
    replay,
    trading,
    token,
    call: async (method: 'GET' | 'POST', path: string, body?: unknown, as: string | undefined = token) => {
      const response = await app.inject({
        method,
        url: `/api/v1${path}`,
        headers: {
          ...(as !== '' && { authorization: `Bearer ${as}` }),
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: body as object }),
      })
      return { status: response.statusCode, ...response.json<{ data: never; code?: string; detail?: string }>() }
    },
    close: async () => {
      await trading.stop?.()
      await journal.stop?.()
      await market.stop()
      await app.close()
      await accounts.close()
      rmSync(ownDir, { recursive: true, force: true })
    },
  }
}
