import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { closeAt, FORECAST_SYMBOLS, forecastStage, HOUR, hourCandle } from '../../../test/forecast-stage.ts'
import { T0 } from '../../../test/scripted-source.ts'
import { DutyLost, openDuties } from '../../platform/duties/duty.ts'
import { forecastRecords, type QuotedOutlook } from './forecast-records.ts'
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

const begin = async (options: Partial<Parameters<typeof forecastStage>[0]> = {}) => {
  const stage = await forecastStage({ database, ...options })
  running.push(stage)
  return stage
}
const end = async (stage: { stop: () => Promise<void> }) => {
  running.splice(running.indexOf(stage), 1)
  await stage.stop()
}
const count = async (text: string): Promise<number> =>
  itemAt((await database.db.$client.query<{ n: number }>(`select count(*)::int as n from ${text}`)).rows, 0).n
const tamper = (sql: string) =>
  database.db.$client.query(
    `begin; alter table forecasts disable trigger all; alter table forecast_scores disable trigger all; ${sql}; commit`,
  )

it('issues every horizon of each coin once an hour, on time, and scores each when it is due', async () => {
  const stage = await begin()
  expect(await count('forecasts')).toBe(2 * 24)
  await stage.reach(T0 + 30 * HOUR)
  expect(await count('forecasts')).toBe(31 * 2 * 24)
  // Of 30 origins, 30 - h + 1 forecasts over h hours are due.
  const due = 2 * Array.from({ length: 24 }, (_, index) => 31 - (index + 1)).reduce((sum, n) => sum + n, 0)
  expect(await count("forecast_scores where state = 'scored'")).toBe(due)
  expect(await count('forecasts where made_at >= issued_at + 3600000')).toBe(0)
  expect(await count(`forecast_scores s join forecasts f using (chain, seq) where s.scored_at < f.due_at`)).toBe(0)
  expect(await stage.service.verify()).toMatchObject({ intact: true, length: 31 * 48, broken_at: null })
})

it('scores against the close of the hour that had ended when the forecast was due', async () => {
  const stage = await begin()
  await stage.reach(T0 + 7 * HOUR)
  const { entries } = await stage.service.history({ symbol: 'BTC', hours: 6, limit: 100 })
  const scored = entries.filter(({ state }) => state === 'scored')
  expect(scored.map(({ issued_at, outcome }) => [issued_at, outcome])).toEqual([
    [T0 + HOUR, closeAt(T0 / 1000 + 6 * 3600)],
    [T0, closeAt(T0 / 1000 + 5 * 3600)],
  ])
  expect(entries.every(({ anchor, issued_at }) => anchor === closeAt(issued_at / 1000 - 3600))).toBe(true)
})

it('neither issues nor scores on a doubtful candle, and does both on the corrected one', async () => {
  const stage = await begin({ kind: 'live', id: 'live:test' })
  await stage.reach(T0 + HOUR)
  const [issued, scored] = [await count('forecasts'), await count('forecast_scores')]
  let isInDoubt = true
  Object.assign(stage.script.source, { isInDoubt: () => isInDoubt })
  const emitCandles = (close: number) =>
    stage.script
      .emit()
      .candles(FORECAST_SYMBOLS.map((symbol) => ({ symbol, interval: '1h', candle: { ...right, close, high: right.high + 99 } })))
  const right = hourCandle(T0 / 1000 + 3600)
  stage.script.setNow(T0 + 2 * HOUR + 100)
  emitCandles(right.close + 50)
  await stage.idle()
  expect([await count('forecasts'), await count('forecast_scores')]).toEqual([issued, scored])
  emitCandles(right.close)
  isInDoubt = false
  stage.keeper.look()
  await stage.idle()
  expect(await count('forecasts')).toBe(issued + 48)
  const { entries } = await stage.service.history({ symbol: 'BTC', hours: 1, limit: 2 })
  expect(entries.map(({ anchor, outcome }) => [anchor, outcome])).toEqual([
    [right.close, null],
    [closeAt(T0 / 1000), right.close],
  ])
})

it('restarts its models when an hour they have seen is corrected', async () => {
  const stage = await begin()
  await stage.reach(T0 + HOUR)
  const feed = vi.spyOn(stage.thread, 'feed')
  const candle = { ...hourCandle(T0 / 1000), volume: 99 }
  stage.script.emit().candles([{ symbol: 'BTC', interval: '1h', candle }])
  await stage.idle()
  expect(feed.mock.calls.flat(2).map(({ symbol, isFresh, candles }) => [symbol, isFresh, candles.at(-1)])).toEqual([['BTC', true, candle]])
})

it('ignores an hour that has not closed by the market’s clock', async () => {
  const stage = await begin()
  stage.script.emit().candles([{ symbol: 'BTC', interval: '1h', candle: hourCandle(T0 / 1000) }])
  await stage.idle()
  expect(await count('forecasts')).toBe(48)
  await stage.reach(T0 + HOUR)
  expect(await count('forecasts')).toBe(96)
})

it('neither issues nor scores twice after a restart, and backfills nothing for the hours in between', async () => {
  const first = await begin()
  await first.reach(T0 + 3 * HOUR)
  await end(first)
  const again = await begin({ now: T0 + 3 * HOUR + 60_000 })
  expect(again.reports.reduce((sum, { issued, scored }) => sum + issued + scored, 0)).toBe(0)
  await end(again)
  const later = await begin({ now: T0 + 40 * HOUR + 5 * 60_000 })
  const { rows } = await database.db.$client.query<{ at: number }>('select distinct issued_at::float8 as at from forecasts order by at')
  expect(rows.map(({ at }) => (at - T0) / HOUR)).toEqual([0, 1, 2, 3, 40])
  expect(await count('forecast_scores')).toBe(4 * 48)
  expect(await count("forecast_scores where state = 'missing'")).toBe(0)
  expect(await later.service.verify()).toMatchObject({ intact: true, length: 5 * 48 })
})

it('adds nothing when a replay is played again, and shows nothing from its future', async () => {
  const replay = { kind: 'replay', id: 'replay:one' } as const
  const first = await begin(replay)
  await first.reach(T0 + 30 * HOUR)
  const [before, scores] = [await count('forecasts'), await count('forecast_scores')]
  await end(first)
  const again = await begin(replay)
  await again.reach(T0 + 2 * HOUR)
  expect([await count('forecasts'), await count('forecast_scores')]).toEqual([before, scores])
  expect((await again.service.newestForecast('BTC', 24)).issued_at).toBe(T0 + 2 * HOUR)
  expect((await again.service.scorecard('BTC', 1)).scored).toBe(2)
  const { entries } = await again.service.history({ symbol: 'BTC', hours: 24, limit: 100 })
  expect(entries.map(({ state, outcome }) => [state, outcome])).toEqual([
    ['open', null],
    ['open', null],
    ['open', null],
  ])
  await again.reach(T0 + 30 * HOUR)
  expect([await count('forecasts'), await count('forecast_scores')]).toEqual([before, scores])
})

it('keeps one of each forecast when two nodes issue at once', async () => {
  const stage = await begin()
  await stage.reach(T0 + HOUR)
  const outlooks = ['BTC', 'ETH'].map(
    (symbol): QuotedOutlook => ({
      symbol,
      model: 'ems',
      issuedAt: T0 + 2 * HOUR,
      anchor: 100,
      candles: 502,
      quote: 'USD',
      quantiles: Array.from({ length: 24 }, () => Array.from({ length: 21 }, (_, i) => (i - 10) / 100)),
      baseline: Array.from({ length: 24 }, () => Array.from({ length: 21 }, (_, i) => (i - 10) / 90)),
    }),
  )
  const source = { id: 'sim:test', kind: 'sim' } as const
  const records = forecastRecords(database.db)
  const issued = await Promise.all(Array.from({ length: 6 }, () => records.issue(source, outlooks, () => T0 + 2 * HOUR + 5)))
  expect(issued.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 48])
  expect(await records.issue(source, outlooks, () => T0 + 3 * HOUR)).toBe(0)
  stage.script.setNow(T0 + 2 * HOUR + 10)
  expect(await stage.service.verify()).toMatchObject({ intact: true, length: 3 * 48 })
})

it('leaves forecasts to the process with the duty, and makes them, from the whole history, once it has the duty itself', async () => {
  let isHolder = false
  const stage = await begin({ isHolder: () => isHolder })
  await stage.reach(T0 + 2 * HOUR)
  expect([await count('forecasts'), stage.keeper.isFollowed('BTC'), stage.reports]).toEqual([0, false, []])
  isHolder = true
  stage.keeper.look()
  await stage.idle()
  expect(await count('forecasts')).toBe(2 * 24)
  expect(stage.keeper.warmth('BTC')).toMatchObject({ candles: 502 })
  isHolder = false
  await stage.reach(T0 + 3 * HOUR)
  expect(await count('forecasts')).toBe(2 * 24)
})

it('neither issues nor scores once another process has taken over', async () => {
  const pool = database.db.$client
  const takeOver = async () => {
    await pool.query("update duties set until = now() - interval '1 second'")
    return { name: 'forecast', term: (await openDuties({ pool }).of('forecast').take()) ?? Number.NaN }
  }
  const source = { id: 'sim:test', kind: 'sim' } as const
  const quantiles = Array.from({ length: 21 }, (_, i) => (i - 10) / 100)
  const outlook = (issuedAt: number): QuotedOutlook => ({
    symbol: 'BTC',
    model: 'ems',
    issuedAt,
    anchor: 100,
    candles: 9,
    quote: 'USD',
    quantiles: [quantiles],
    baseline: [quantiles],
  })
  const first = await takeOver()
  const late = forecastRecords(database.db, 'hourly', () => first)
  expect(await late.issue(source, [outlook(T0)], () => T0 + 5)).toBe(1)
  const second = await takeOver()
  const present = forecastRecords(database.db, 'hourly', () => second)
  await expect(late.issue(source, [outlook(T0 + HOUR)], () => T0 + HOUR + 5)).rejects.toThrow(DutyLost)
  const due = { source, now: T0 + 2 * HOUR, after: T0, outcomes: async () => new Map<string, number>(), isMissing: () => true }
  await expect(late.scoreDue(due)).rejects.toThrow(DutyLost)
  expect([await count('forecasts'), await count('forecast_scores')]).toEqual([1, 0])
  expect(await present.issue(source, [outlook(T0 + HOUR)], () => T0 + HOUR + 5)).toBe(1)
  expect(await present.scoreDue(due)).toMatchObject({ missing: 2 })
})

it('shows what another node has issued, not what it read before', async () => {
  const [one, other] = [await begin(), await begin()]
  other.script.setNow(T0 + HOUR + 50)
  const issuedAt = async () => (await other.service.newestIssued('BTC', 1)).issuedAt
  expect(await issuedAt()).toBe(T0)
  await one.reach(T0 + HOUR)
  other.script.emit().candles(FORECAST_SYMBOLS.map((symbol) => ({ symbol, interval: '1h', candle: hourCandle(T0 / 1000) })))
  await other.idle()
  expect(await issuedAt()).toBe(T0 + HOUR)
})

it('stores no forecast whose hour has ended', async () => {
  const stage = await begin()
  const outlook = {
    symbol: 'ETH',
    model: 'ems',
    issuedAt: T0 + HOUR,
    anchor: 1,
    candles: 9,
    quote: 'USD',
    quantiles: [[0]],
    baseline: [[0]],
  }
  expect(await forecastRecords(database.db).issue({ id: 'sim:test', kind: 'sim' }, [outlook], () => T0 + 2 * HOUR)).toBe(0)
  expect(await stage.service.verify()).toMatchObject({ length: 48 })
})

it('keeps forecasts on simulated, replayed and live data permanently apart', async () => {
  const sim = await begin()
  await sim.reach(T0 + 3 * HOUR)
  await end(sim)
  const live = await begin({ kind: 'live', id: 'live:binance', now: T0 + 3 * HOUR + 1 })
  const card = await live.service.scorecard('BTC', 1)
  expect(card).toMatchObject({ source: 'live', issued: 1, scored: 0, crps: null, since: null, independent: 0, calibration: [] })
  expect(await live.service.verify()).toMatchObject({ intact: true, length: 48 })
  expect(await live.service.newestForecast('BTC', 1)).toMatchObject({ source: 'live', issued_at: T0 + 3 * HOUR })
  await expect(database.db.$client.query("update forecast_chains set source_kind = 'live'")).rejects.toThrow('final')
})

it('refuses to change or delete issued and scored forecasts', async () => {
  const stage = await begin()
  await stage.reach(T0 + 2 * HOUR)
  for (const table of ['forecasts', 'forecast_scores']) {
    await expect(database.db.$client.query(`update ${table} set seq = seq`)).rejects.toThrow(`rows of ${table} are final`)
    await expect(database.db.$client.query(`delete from ${table}`)).rejects.toThrow(`rows of ${table} are final`)
    await expect(database.db.$client.query(`truncate ${table} cascade`)).rejects.toThrow('are final')
  }
})

it.each([
  ['a changed quantile', 'update forecasts set quantiles[3] = quantiles[3] + 1e-9 where seq = 60', 60],
  ['a changed anchor', 'update forecasts set anchor = anchor * 1.01 where seq = 1', 1],
  ['a changed time', 'update forecasts set made_at = made_at + 1 where seq = 2', 2],
  ['a deleted record', 'delete from forecasts where seq = 50', 50],
  ['a cut tail', 'delete from forecasts where seq > 90', 91],
  [
    'a source that calls itself live',
    "alter table forecast_chains disable trigger all; update forecast_chains set source_kind = 'live'",
    1,
  ],
])('detects %s', async (_, sql, place) => {
  const stage = await begin()
  await stage.reach(T0 + HOUR)
  await end(stage)
  await tamper(`delete from forecast_scores; ${sql}`)
  expect(await verifyChain(database.db, 'sim:test')).toMatchObject({ intact: false, broken_at: place })
})

it('waits for a missing candle, then reports it missing, and never guesses', async () => {
  const hole = T0 / 1000 + 2 * 3600
  const stage = await begin({ isThere: (time) => time !== hole })
  const statesOf = async (issuedAfter: number) =>
    (await stage.service.history({ symbol: 'BTC', hours: 1, limit: 10 })).entries.find(
      ({ issued_at }) => issued_at === T0 + issuedAfter * HOUR,
    )
  await stage.reach(T0 + 8 * HOUR)
  expect(await statesOf(2)).toMatchObject({ state: 'open', outcome: null, crps: null })
  expect(await statesOf(3)).toBeUndefined()
  await stage.reach(T0 + 10 * HOUR)
  expect(await statesOf(2)).toMatchObject({ state: 'missing', outcome: null, crps: null })
  expect(await statesOf(4)).toMatchObject({ state: 'scored' })
  expect(await stage.service.scorecard('BTC', 1)).toMatchObject({ issued: 10, scored: 8 })
})

it('explains why there is no forecast', async () => {
  const stage = await begin({ historyHours: 20 })
  await expect(stage.service.newestForecast('BTC', 24)).rejects.toMatchObject({
    code: 'unavailable',
    detail: 'There is too little history for a forecast of BTC: 20 of the 48 hours it needs.',
  })
  await expect(stage.service.newestForecast('DOGE', 24)).rejects.toMatchObject({
    code: 'not_found',
    detail: expect.stringContaining('BTC'),
  })
  await expect(stage.service.newestForecast('NOPE', 24)).rejects.toMatchObject({ code: 'not_found' })
  await stage.reach(T0 + 28 * HOUR)
  expect(await stage.service.newestForecast('BTC', 1)).toMatchObject({ candles: 48 })
  stage.script.setNow(T0 + 30 * HOUR)
  await expect(stage.service.newestForecast('BTC', 1)).rejects.toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining('was due'),
  })
})

it('reports as data what a forecast and a scorecard are waiting for, and since when', async () => {
  const waiting = await begin({ historyHours: 20 })
  const facts = { missing: 'history', since: T0, candles: 20, candles_needed: 48 }
  expect(await waiting.service.newest('BTC', 24)).toMatchObject({ state: 'warming', symbol: 'BTC', hours: 24, source: 'sim', ...facts })
  expect((await waiting.service.scorecard('BTC', 24)).warming).toMatchObject(facts)
  await end(waiting)
  const ready = await begin({ id: 'sim:other' })
  expect(await ready.service.newest('BTC', 24)).toMatchObject({ state: 'ready', issued_at: T0 })
  expect((await ready.service.scorecard('BTC', 24)).warming).toMatchObject({
    missing: 'first-outcome',
    since: T0,
    detail: 'The first forecast of BTC for 24 h was made at 2026-01-15 12:00 UTC and can be scored at 2026-01-16 12:00 UTC.',
  })
  await ready.reach(T0 + HOUR)
  expect((await ready.service.scorecard('BTC', 1)).warming).toBeNull()
})

it('keeps a forecast current for a moment after its hour, until its successor can arrive', async () => {
  const stage = await begin()
  stage.script.setNow(T0 + HOUR + 60_000)
  expect(await stage.service.newest('BTC', 1)).toMatchObject({ state: 'ready', issued_at: T0 })
  stage.script.setNow(T0 + HOUR + 2 * 60_000)
  expect(await stage.service.newest('BTC', 1)).toMatchObject({ state: 'warming', missing: 'next-hour', since: T0 + HOUR })
})

it('waits for the history while it is still loading, and issues nothing from part of it', async () => {
  const gate = Promise.withResolvers<void>()
  const stage = await begin({ gate: gate.promise, kind: 'live', id: 'live:test' })
  expect(await stage.service.newest('BTC', 24)).toMatchObject({
    state: 'warming',
    missing: 'history',
    detail: expect.stringContaining('is still loading'),
  })
  expect(await count('forecasts')).toBe(0)
  gate.resolve()
  await stage.market.settled()
  await stage.idle()
  expect(await stage.service.newest('BTC', 24)).toMatchObject({ state: 'ready', candles: 500 })
})

it('trains on 400 days of a predicted coin where the source has them, and on 90 in a simulation', async () => {
  const live = await begin({ kind: 'live', id: 'live:test', historyHours: 12_000 })
  expect(await live.service.newestForecast('BTC', 1)).toMatchObject({ candles: 400 * 24 })
  await end(live)
  const sim = await begin({ historyHours: 12_000 })
  expect(await sim.service.newestForecast('BTC', 1)).toMatchObject({ candles: 90 * 24 + 1 })
})

it('feeds missing hours to the models once they are fetched, without missing an hour of forecasts', async () => {
  const stage = await begin()
  await stage.reach(T0 + 3 * HOUR)
  // The next reported hour reveals the gap before it; the history has the missing candles.
  stage.script.setNow(T0 + 6 * HOUR + 100)
  stage.script.emit().candles(FORECAST_SYMBOLS.map((symbol) => ({ symbol, interval: '1h', candle: hourCandle(T0 / 1000 + 5 * 3600) })))
  await vi.waitFor(async () => {
    stage.keeper.look()
    await stage.idle()
    expect(['BTC', 'ETH'].map((symbol) => stage.keeper.warmth(symbol).candles)).toEqual([506, 506])
  })
  await stage.reach(T0 + 7 * HOUR)
  expect(await stage.service.newestForecast('BTC', 1)).toMatchObject({ candles: 507 })
  const { entries } = await stage.service.history({ symbol: 'BTC', hours: 24, limit: 100 })
  expect(entries.map(({ issued_at }) => (issued_at - T0) / HOUR)).toEqual([7, 6, 3, 2, 1, 0])
})

it('lists single forecasts by state, paginated in both directions, with currency and source', async () => {
  const hole = T0 / 1000 + 2 * 3600
  const stage = await begin({ isThere: (time) => time !== hole })
  await stage.reach(T0 + 12 * HOUR)
  const query = { symbol: 'BTC', hours: 2, limit: 4 }
  const ages = (entries: readonly { issued_at: number }[]) => entries.map(({ issued_at }) => (issued_at - T0) / HOUR)
  const first = await stage.service.history(query)
  expect([ages(first.entries), first.counts]).toEqual([[12, 11, 10, 9], { open: 2, scored: 9, missing: 1 }])
  expect(first.next_after).toBeNull()
  const second = await stage.service.history({ ...query, before: defined(first.next_before) })
  expect(ages(second.entries)).toEqual([8, 7, 6, 5])
  const back = await stage.service.history({ ...query, after: defined(second.next_after) })
  expect([ages(back.entries), back.next_after, back.next_before]).toEqual([[12, 11, 10, 9], null, T0 + 9 * HOUR])
  const states = await Promise.all(
    (['open', 'scored', 'missing'] as const).map((state) => stage.service.history({ ...query, state, limit: 20 })),
  )
  expect(states.map(({ entries }) => ages(entries))).toEqual([[12, 11], [10, 9, 8, 7, 6, 5, 4, 2, 0], [1]])
  expect(itemAt(states, 1).entries.every(({ quote, source, state }) => quote === 'USD' && source === 'sim' && state === 'scored')).toBe(
    true,
  )
})

it('shows prices that rise with their probability, and a path that ends at the horizon', async () => {
  const stage = await begin()
  const shown = await stage.service.newestForecast('ETH', 12)
  expect(shown.quantiles.map(([level]) => level)).toHaveLength(21)
  expect(shown.quantiles.map(([, price]) => price)).toEqual(shown.quantiles.map(([, price]) => price).toSorted((a, b) => a - b))
  expect(shown.path.map(([hours]) => hours)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  expect(shown).toMatchObject({
    symbol: 'ETH',
    hours: 12,
    issued_at: T0,
    anchor: closeAt(T0 / 1000 - 3600),
    source: 'sim',
    quote: 'USD',
    candles: 500,
  })
})

it('keeps forecasting after its thread has died', async () => {
  const stage = await begin()
  await stage.thread.stop()
  await stage.reach(T0 + 2 * HOUR)
  expect(await count('forecasts')).toBe(3 * 48)
  expect((await stage.service.newestForecast('BTC', 1)).candles).toBe(502)
})
