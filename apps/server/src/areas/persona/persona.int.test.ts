import type { PersonaAnswers } from '@aerie/core/persona'
import { DAY_MS, HOUR_MS, systemClock } from '@aerie/core/time'
import { persona } from '@aerie/wire/account/account-persona'
import { envelope } from '@aerie/wire/problem'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { documentAnswers } from '../../../test/documented-answers.ts'
import { journalTrader } from '../../../test/journal-trader.ts'
import { type TradingStage, tradingStage } from '../../../test/trading-stage.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { answerErrors, sendProblem } from '../../platform/http/error-answers.ts'
import { personaModule } from './index.ts'

const ANSWERS: PersonaAnswers = {
  willingness: '5',
  risk_return: 'average',
  coin_toss: '4',
  deepest_fall: '10_to_25',
  after_fall: 'hold',
  horizon: 'weeks',
  style: 'breakout',
  risk_per_trade: 'up_to_0.5',
  stops: 'always',
  wins_of_ten: '10',
  held_longer: 'winners',
  size_after_loss: 'same',
  night: 'hardly',
  trades_per_week: '5_to_20',
}

let stage: TradingStage
let app: FastifyInstance
let ada: string
let bob: string
beforeAll(async () => {
  stage = await tradingStage()
  ada = (await stage.trader('ada@example.com')).token
  bob = (await stage.trader('bob@example.com')).token
  const { db, module } = stage.accounts
  app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  documentAnswers(app)
  answerErrors(app, (_request, reply) => sendProblem(reply, new AppError('not_found')))
  module.authentication(app)
  const { habits } = stage.stage().journal
  await app.register(personaModule({ db, clock: systemClock, habits }).routes!)
})
afterAll(async () => {
  await app.close()
  await stage.close()
})

const call = (method: 'GET' | 'PUT', token: string, payload?: unknown, query = '') =>
  app.inject({
    method,
    url: `/api/v1/account/persona${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  })
const parsedPersona = async (answer: ReturnType<typeof call>) => {
  const { statusCode, body } = await answer
  expect(`${statusCode} ${body}`).toMatch(/^200/)
  return z.parse(envelope(persona), JSON.parse(body)).data
}

it('starts without answers, and reports nothing about a journal without trades', async () => {
  const empty = await parsedPersona(call('GET', bob))
  expect(empty).toMatchObject({ answers: null, answered_at: null, profile: null, findings: [], defaults: null })
  expect(empty.record).toMatchObject({ zone: 'UTC', trades: 0, least: 30 })
  for (const figure of Object.values(empty.record.figures)) expect(figure).toEqual({ value: null, n: 0, reason: 'too_few' })
})

it('keeps the answers of each user separate, and only the newest', async () => {
  expect(await parsedPersona(call('PUT', bob, { ...ANSWERS, after_fall: 'close_all' }))).toMatchObject({ profile: { band: 'cautious' } })
  const saved = await parsedPersona(call('PUT', bob, ANSWERS))
  expect(saved).toMatchObject({ answers: ANSWERS, profile: { score: 44, band: 'balanced' }, defaults: { risk_percent: 1 } })
  expect(saved.findings.every(({ verdict }) => verdict === 'unknown')).toBe(true)
  expect(await parsedPersona(call('GET', bob))).toEqual(saved)
  expect(await parsedPersona(call('GET', ada))).toMatchObject({ answers: null })
})

it.each([
  ['an answer that there is not', { ...ANSWERS, style: 'luck' }],
  ['a missing answer', { ...ANSWERS, night: undefined }],
  ['more than the questions', { ...ANSWERS, is_vip: true }],
  ['a number', { ...ANSWERS, wins_of_ten: 5 }],
  ['a list', [ANSWERS]],
  ['nothing', null],
])('refuses %s and keeps the existing answers', async (_what, body) => {
  const before = await parsedPersona(call('GET', bob))
  expect((await call('PUT', bob, body)).statusCode).toBe(400)
  expect(await parsedPersona(call('GET', bob))).toEqual(before)
})

it('saves nothing with an invalid time zone, and accepts no large body', async () => {
  const before = await parsedPersona(call('GET', bob))
  expect((await call('PUT', bob, { ...ANSWERS, style: 'news' }, '?zone=Mars/Olympus')).statusCode).toBe(400)
  expect((await call('PUT', bob, { ...ANSWERS, x: 'x'.repeat(5_000) })).statusCode).toBe(413)
  expect(await parsedPersona(call('GET', bob))).toEqual(before)
  expect((await call('GET', 'no token')).statusCode).toBe(401)
})

it('compares the answers with a journal of 32 trades, and reports where they differ', async () => {
  const trader = journalTrader(stage, ada)
  for (let trade = 0; trade < 32; trade += 1) {
    const wins = trade % 2 === 0
    trader.market(100)
    // A stop on every third trade: risk of 10.1 plus fees, for one coin.
    await trader.done(trader.order(`in-${trade}`, 'buy', trade % 3 === 0 ? { stop_loss: { trigger: '90' } } : {}))
    stage.setNow(stage.now() + (wins ? HOUR_MS : 5 * HOUR_MS))
    trader.market(wins ? 105 : 96)
    await trader.done(trader.order(`out-${trade}`, 'sell'))
    stage.setNow(stage.now() + DAY_MS)
  }
  const { record, findings, defaults } = await parsedPersona(call('PUT', ada, ANSWERS, '?zone=Europe/Berlin'))
  expect(record).toMatchObject({ zone: 'Europe/Berlin', trades: 32, simulated: 32 })
  expect(record.figures).toMatchObject({
    win_rate: { value: 0.5, n: 32 },
    stop_share: { n: 32 },
    risk_percent: { value: null, n: 11, reason: 'too_few' },
    losers_longer: { value: 1, n: 32 },
    trades_per_week: { n: expect.any(Number) },
  })
  expect(record.figures.stop_share?.value).toBeCloseTo(11 / 32, 9)
  const verdict = Object.fromEntries(findings.map((finding) => [finding.topic, finding.verdict]))
  expect(verdict).toMatchObject({
    stops: 'differs',
    wins_of_ten: 'differs',
    held_longer: 'differs',
    horizon: 'differs',
    size_after_loss: 'agrees',
    risk_per_trade: 'unknown',
  })
  expect(defaults).toMatchObject({ win_percent: 50, win_source: 'record' })
})
