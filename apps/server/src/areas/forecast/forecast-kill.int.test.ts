import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { itemAt } from '@aerie/core/item-at'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { HOUR, hourCandle } from '../../../test/forecast-stage.ts'
import { programEnv, programFlags } from '../../../test/program-env.ts'
import { verifyChain } from './service.ts'

vi.setConfig({ testTimeout: 1_200_000 })

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const BEGIN = Date.UTC(2024, 0, 8)
const HOURS = 200 * 24
const KILLS = 3

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'aerie-forecast-kill-'))
const children: ChildProcess[] = []
beforeAll(async () => {
  database = await testDatabase()
  const rows = Array.from({ length: HOURS }, (_, index) => {
    const { time, open, high, low, close, volume } = hourCandle((BEGIN - 100 * 24 * HOUR) / 1000 + index * 3600)
    return `${time},${open},${high},${low},${close},${volume}\n`
  })
  for (const symbol of ['BTC', 'ETH'])
    writeFileSync(join(folder, `${symbol}USDT-1h.csv`), `time,open,high,low,close,volume\n${rows.join('')}`)
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
    REPLAY_SPEED: '3600',
    REPLAY_FROM: new Date(fromMs).toISOString(),
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [...programFlags(), MAIN], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
  return child
}

const number = async (sql: string): Promise<number> => Number((await database.db.$client.query<{ n: unknown }>(sql)).rows[0]?.n ?? 0)
const scores = () => number('select count(*) as n from forecast_scores')
const marketTime = () =>
  number('select greatest((select max(made_at) from forecasts), (select max(scored_at) from forecast_scores))::float8 as n')
const grownBy = (before: number, by: number) => expect.poll(scores, { timeout: 240_000, interval: 20 }).toBeGreaterThan(before + by)

it('has an intact chain and every due forecast scored once after repeated kill -9 during scoring', async () => {
  let from = BEGIN
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = play(from)
    await grownBy(await scores(), 40)
    child.kill('SIGKILL')
    await once(child, 'close')
    from = await marketTime()
    expect(await verifyChain(database.db, await sourceId())).toMatchObject({ intact: true, broken_at: null })
  }
  const last = play(from)
  const end = from + 30 * HOUR
  await expect.poll(marketTime, { timeout: 240_000, interval: 100 }).toBeGreaterThan(end)
  // A busy machine may still be scoring; a lost score would never arrive.
  const unscored = `select count(*) as n from forecasts f left join forecast_scores s using (chain, seq) where s.seq is null and f.due_at <= ${end}`
  await expect.poll(() => number(unscored), { timeout: 240_000, interval: 100 }).toBe(0)
  last.kill('SIGTERM')
  await once(last, 'close')

  const chain = await verifyChain(database.db, await sourceId())
  expect(chain).toMatchObject({ intact: true, length: await number('select count(*) as n from forecasts') })
  expect(await number("select count(*) as n from forecast_scores where state = 'missing'")).toBe(0)
  expect(await number('select count(*) as n from (select from forecasts group by symbol, issued_at having count(*) <> 24) part')).toBe(0)
  expect(await number(`select count(*) as n from forecasts where due_at <= ${end}`)).toBeGreaterThan(KILLS * 40)
})

const sourceId = async (): Promise<string> =>
  itemAt((await database.db.$client.query<{ source_id: string }>('select source_id from forecast_chains')).rows, 0).source_id
