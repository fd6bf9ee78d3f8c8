import { itemAt } from '@aerie/core/item-at'
import { Ems } from '@aerie/forecast/ems'
import { NOW_HOURS } from '@aerie/wire/market/forecasts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { HOUR, hourCandle } from '../../../test/forecast-stage.ts'
import { fromNowStage, MINUTE, minuteCandle, minuteCloseAt, STEP } from '../../../test/from-now-stage.ts'
import { T0 } from '../../../test/scripted-source.ts'
import { verifyChain } from './service.ts'

let database: TestDatabase
const running: { stop: () => Promise<void> }[] = []
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const stage of running.splice(0)) await stage.stop()
  await database.close()
})

const begin = async (options: Partial<Parameters<typeof fromNowStage>[0]> = {}) => {
  const stage = await fromNowStage({ database, ...options })
  running.push(stage)
  return stage
}
const end = async (stage: { stop: () => Promise<void> }) => {
  running.splice(running.indexOf(stage), 1)
  await stage.stop()
}
const number = async (sql: string): Promise<number> =>
  itemAt((await database.db.$client.query<{ n: number }>(`select (${sql})::int as n`)).rows, 0).n
const of = (series: string) => `chain in (select number from forecast_chains where series = '${series}')`
const count = (series: string, more = '') => number(`select count(*) from forecasts f where ${of(series)} ${more}`)
const origins = async (): Promise<number[]> => {
  const sql = `select distinct issued_at::float8 as at from forecasts where ${of('now')} order by at`
  return (await database.db.$client.query<{ at: number }>(sql)).rows.map(({ at }) => (at - T0) / MINUTE)
}

it('issues 1, 6, 12 and 24 h of each coin every five minutes, in a chain of its own beside the hourly one', async () => {
  const stage = await begin()
  await stage.reach(T0 + 2 * HOUR)
  expect(await origins()).toEqual(Array.from({ length: 25 }, (_, index) => index * 5))
  expect(await count('now')).toBe(25 * 2 * NOW_HOURS.length)
  expect(await count('now', 'and hours not in (1, 6, 12, 24)')).toBe(0)
  expect(await count('now', 'and (made_at < issued_at or made_at >= issued_at + 300000)')).toBe(0)
  // The hourly record is the same as without them.
  expect(await count('hourly')).toBe(3 * 2 * 24)
  expect(await stage.hourly.verify()).toMatchObject({ intact: true, length: 3 * 48 })
  expect(await stage.service.record.verify()).toMatchObject({ intact: true, length: 25 * 8 })
})

it('starts from the close of the newest minute, with what the elapsed minutes of the hour showed', async () => {
  const stage = await begin()
  await stage.reach(T0 + 35 * MINUTE)
  const { anchor, issued_at, quantiles, path, series } = await stage.service.newestForecast('BTC', 6)
  expect({ anchor, issued_at, series }).toEqual({ anchor: minuteCloseAt(T0 / 1000 + 34 * 60), issued_at: T0 + 35 * MINUTE, series: 'now' })
  const model = new Ems()
  for (let time = T0 / 1000 - 500 * 3600; time < T0 / 1000; time += 3600) model.update(hourCandle(time))
  const fives = Array.from({ length: 10 }, (_, index) => {
    const minutes = Array.from({ length: 5 }, (_, minute) => minuteCandle(T0 / 1000 - 900 + index * 300 + minute * 60))
    const { time, open } = itemAt(minutes, 0)
    const [high, low] = [Math.max(...minutes.map((each) => each.high)), Math.min(...minutes.map((each) => each.low))]
    return { time, open, high, low, close: itemAt(minutes, -1).close, volume: 5 }
  })
  const expected = model.forecastFromNow(6, fives, 300)
  expect(quantiles.map(([, price]) => price)).toEqual(Array.from(expected?.quantiles ?? [], (quantile) => anchor * Math.exp(quantile)))
  expect(path.map(([hours]) => hours)).toEqual([1, 2, 3, 4, 5, 6])
})

it('scores each against the minute that closes when it is due, and counts only outcomes that do not overlap', async () => {
  const stage = await begin()
  await stage.reach(T0 + 2 * HOUR)
  const { entries, counts } = await stage.service.record.history({ symbol: 'BTC', hours: 1, limit: 100 })
  expect(counts).toEqual({ open: 12, scored: 13, missing: 0 })
  const scored = entries.filter(({ state }) => state === 'scored')
  expect(scored.map(({ due_at, outcome }) => [due_at, outcome])).toEqual(
    scored.map(({ due_at }) => [due_at, minuteCloseAt(due_at / 1000 - 60)]),
  )
  expect(await number(`select count(*) from forecast_scores join forecasts f using (chain, seq) where scored_at < due_at`)).toBe(0)
  const card = await stage.service.record.scorecard('BTC', 1)
  expect(card).toMatchObject({ series: 'now', issued: 25, scored: 13, independent: 2 })
  expect(card.days).toBeCloseTo(13 / 288)
  expect(await stage.hourly.scorecard('BTC', 1)).toMatchObject({ series: 'hourly', issued: 3, scored: 2 })
})

it('issues nothing before the last minute has closed, and nothing later for the minutes that it missed', async () => {
  const gap = T0 / 1000 + 9 * 60
  const stage = await begin({ isThere: (time) => time !== gap })
  await stage.reach(T0 + 20 * MINUTE)
  expect(await origins()).toEqual([0, 5, 15, 20])
})

it('neither issues nor scores twice after a restart, and backfills nothing for the time in between', async () => {
  const first = await begin()
  await first.reach(T0 + 70 * MINUTE)
  const scores = await number('select count(*) from forecast_scores')
  await end(first)
  const again = await begin({ now: T0 + 70 * MINUTE + 30_000 })
  expect(again.reports.reduce((sum, { issued, scored }) => sum + issued + scored, 0)).toBe(0)
  expect(await number('select count(*) from forecast_scores')).toBe(scores)
  await end(again)
  const later = await begin({ now: T0 + 4 * HOUR + MINUTE })
  expect((await origins()).slice(-2)).toEqual([70, 240])
  // All of the first run that came due meanwhile: at 1 h.
  expect(await number(`select count(*) from forecast_scores s join forecasts f using (chain, seq) where f.${of('now')}`)).toBe(15 * 2)
  expect(await verifyChain(database.db, 'sim:test', 'now')).toMatchObject({ intact: true })
  expect(await later.service.newest('BTC', 24)).toMatchObject({ state: 'ready', issued_at: T0 + 4 * HOUR })
})

it('shows no distribution while the present price is unknown or stale, and says so', async () => {
  const stage = await begin()
  await stage.reach(T0 + 5 * MINUTE)
  expect(await stage.service.newest('BTC', 24)).toMatchObject({ state: 'ready' })
  stage.script.setNow(T0 + 5 * MINUTE + 11_000)
  expect(await stage.service.newest('BTC', 24)).toMatchObject({
    state: 'warming',
    missing: 'present-price',
    since: T0 + 5 * MINUTE,
    detail: 'The price of BTC is of 2026-01-15 12:05 UTC and stale: a forecast from now needs the present one.',
  })
  await expect(stage.service.newestForecast('BTC', 24)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(stage.service.newestIssued('BTC', 24)).rejects.toMatchObject({ code: 'unavailable' })
  stage.tick()
  expect(await stage.service.newest('BTC', 24)).toMatchObject({ state: 'ready', issued_at: T0 + 5 * MINUTE })
})

it('shows no forecast of more than five minutes ago, but for the time that the next one takes', async () => {
  const stage = await begin()
  stage.script.setNow(T0 + STEP + 29_000)
  stage.tick()
  expect(await stage.service.newest('BTC', 1)).toMatchObject({ state: 'ready', issued_at: T0 })
  stage.script.setNow(T0 + STEP + 30_000)
  stage.tick()
  expect(await stage.service.newest('BTC', 1)).toMatchObject({ state: 'warming', missing: 'next-close', since: T0 })
})

it('answers any whole hour, and names a record only for the horizons that have one', async () => {
  const stage = await begin()
  const [one, five, six] = await Promise.all([1, 5, 6].map((hours) => stage.service.newestForecast('ETH', hours)))
  const width = (forecast: typeof one) => itemAt(forecast?.quantiles ?? [], -1)[1] - itemAt(forecast?.quantiles ?? [], 0)[1]
  expect(width(one)).toBeLessThan(width(five))
  expect(width(five)).toBeLessThan(width(six))
  const issued = await stage.service.newestIssued('ETH', 6)
  expect(issued).toMatchObject({ issuedAt: T0 })
  const { entries } = await stage.service.record.history({ symbol: 'ETH', hours: 6, limit: 1 })
  expect(itemAt(entries, 0)).toMatchObject({ seq: issued.seq, hash: issued.hash.toString('hex'), anchor: six?.anchor })
  await expect(stage.service.newestIssued('ETH', 5)).rejects.toMatchObject({ code: 'not_found' })
  await expect(stage.service.newest('DOGE', 1)).rejects.toMatchObject({ code: 'not_found' })
})

it('shows nothing from the future when a replay is played again, and adds nothing to its record', async () => {
  const replay = { kind: 'replay', id: 'replay:one' } as const
  const first = await begin(replay)
  await first.reach(T0 + 30 * MINUTE)
  await end(first)
  const issued = await count('now')
  const again = await begin({ ...replay, now: T0 + 10 * MINUTE })
  expect(await again.service.newest('BTC', 1)).toMatchObject({ state: 'ready', issued_at: T0 + 10 * MINUTE })
  expect(await count('now')).toBe(issued)
  expect(await again.service.record.history({ symbol: 'BTC', hours: 1, limit: 100 })).toMatchObject({
    counts: { open: 3, scored: 0, missing: 0 },
  })
})

it('takes the last full hour as the present of a recording without minutes', async () => {
  const stage = await begin({ kind: 'replay', id: 'replay:hours', hasMinutes: false })
  expect(await stage.service.newest('BTC', 6)).toMatchObject({ state: 'ready', series: 'hourly', issued_at: T0 })
  expect(await stage.service.newestIssued('BTC', 5)).toMatchObject({ issuedAt: T0 })
  expect(await count('now')).toBe(0)
})

it('finds a changed record, and no record of one series passes in the other', async () => {
  const stage = await begin()
  await stage.reach(T0 + 10 * MINUTE)
  const tamper = (sql: string) => database.db.$client.query(`begin; alter table forecasts disable trigger all; ${sql}; commit`)
  await expect(database.db.$client.query('update forecasts set anchor = anchor + 1')).rejects.toThrow('are final')
  await expect(database.db.$client.query("update forecast_chains set series = 'hourly'")).rejects.toThrow('are final')
  await tamper(`update forecasts set anchor = anchor + 1 where seq = 9 and ${of('now')}`)
  expect(await verifyChain(database.db, 'sim:test', 'now')).toMatchObject({ intact: false, broken_at: 9 })
  expect(await verifyChain(database.db, 'sim:test')).toMatchObject({ intact: true })
})
