import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { itemAt } from '@aerie/core/item-at'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { HOUR } from '../../../test/forecast-stage.ts'
import { minuteCandle } from '../../../test/from-now-stage.ts'
import { programEnv, programFlags } from '../../../test/program-env.ts'
import { verifyChain } from './service.ts'

vi.setConfig({ testTimeout: 1_200_000 })

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const BEGIN = Date.UTC(2024, 0, 8)
const DAYS_BEFORE = 3
const DAYS = 5
const KILLS = 3

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'aerie-from-now-kill-'))
const children: ChildProcess[] = []
beforeAll(async () => {
  database = await testDatabase()
  const rows = Array.from({ length: DAYS * 1440 }, (_, index) => {
    const { time, open, high, low, close, volume } = minuteCandle((BEGIN - DAYS_BEFORE * 24 * HOUR) / 1000 + index * 60)
    return `${time},${open},${high},${low},${close},${volume}\n`
  })
  for (const symbol of ['BTC', 'ETH'])
    writeFileSync(join(folder, `${symbol}USDT-1m.csv`), `time,open,high,low,close,volume\n${rows.join('')}`)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.close()
  rmSync(folder, { recursive: true })
})

function play(fromMs: number): ChildProcess {
  const env = {
    ...programEnv(),
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    MARKET_SOURCE: 'replay',
    REPLAY_DIR: folder,
    REPLAY_SPEED: '200',
    REPLAY_FROM: new Date(fromMs).toISOString(),
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [...programFlags(), MAIN], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
  return child
}

const number = async (sql: string): Promise<number> => Number((await database.db.$client.query<{ n: unknown }>(sql)).rows[0]?.n ?? 0)
const NOW = "chain in (select number from forecast_chains where series = 'now')"
const issued = () => number(`select count(*) as n from forecasts where ${NOW}`)
const scored = () => number(`select count(*) as n from forecast_scores where ${NOW}`)
const marketTime = () => number(`select (select max(made_at) from forecasts where ${NOW})::float8 as n`)
const check = async () => {
  const source = "select source_id as id from forecast_chains where series = 'now'"
  const { id } = itemAt((await database.db.$client.query<{ id: string }>(source)).rows, 0)
  return verifyChain(database.db, id, 'now')
}

it('has an intact chain and each due forecast from now scored once after repeated kill -9', async () => {
  let from = BEGIN
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = play(from)
    const [before, scoresBefore] = [await issued(), await scored()]
    await expect.poll(issued, { timeout: 240_000, interval: 20 }).toBeGreaterThan(before + 120)
    await expect.poll(scored, { timeout: 240_000, interval: 20 }).toBeGreaterThan(scoresBefore + 4)
    child.kill('SIGKILL')
    await once(child, 'close')
    from = await marketTime()
    const kept = await issued()
    expect(await check()).toMatchObject({ intact: true, length: kept, broken_at: null })
  }
  const last = play(from)
  const end = from + HOUR
  await expect.poll(marketTime, { timeout: 240_000, interval: 100 }).toBeGreaterThan(end)
  const unscored = `select count(*) as n from forecasts f left join forecast_scores s using (chain, seq) where f.${NOW} and s.seq is null and f.due_at <= ${end}`
  await expect.poll(() => number(unscored), { timeout: 240_000, interval: 100 }).toBe(0)
  last.kill('SIGTERM')
  await once(last, 'close')

  expect(await check()).toMatchObject({ intact: true, length: await issued() })
  expect(await number(`select count(*) as n from forecast_scores where ${NOW} and state = 'missing'`)).toBe(0)
  expect(
    await number(`select count(*) as n from (select from forecasts where ${NOW} group by symbol, issued_at having count(*) <> 4) part`),
  ).toBe(0)
})
