import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { defined } from '@aerie/core/defined'
import { itemAt, numberAt } from '@aerie/core/item-at'
import { Ems } from '@aerie/forecast/ems'
import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourCandle } from '../../../test/forecast-stage.ts'
import { evaluateFile, parseEvaluation } from './forecast-evaluate.ts'
import { CommandFailure } from './usage.ts'

const START = Date.UTC(2024, 0, 4) / 1000
const COUNT = 400
const candles = Array.from({ length: COUNT }, (_, index) => hourCandle(START + index * 3600))
const HEAD = 'time,open,high,low,close,volume'
const rowsOf = (all: typeof candles, unit = 1) =>
  all.map(({ time, open, high, low, close, volume }) => `${time * unit},${open},${high},${low},${close},${volume}`)
const csvOf = (all: typeof candles, unit = 1) => `${[HEAD, ...rowsOf(all, unit)].join('\n')}\n`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aerie-evaluate-'))
  writeFileSync(join(folder, 'hours.csv'), csvOf(candles))
})
afterAll(() => rmSync(folder, { recursive: true }))

const ARGS = ['--candles', 'hours.csv', '--from', '2024-01-10', '--to', '2024-01-12T05:00:00Z', '--hours', '1,24', '--out', 'q.csv']
const changed = (option: string, value: string): string[] => ARGS.map((arg, index) => (ARGS[index - 1] === option ? value : arg))
const without = (option: string): string[] => ARGS.filter((arg, index) => arg !== option && ARGS[index - 1] !== option)
const linesOf = (name = 'q.csv') =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
const evaluate = (args = ARGS) => evaluateFile(parseEvaluation(args, folder))

it('writes one line for each origin from --from to --to, both inclusive, and each horizon', async () => {
  const scores = await evaluate()
  const [header, ...lines] = linesOf()
  expect(header).toEqual(['candle_open_time', 'close', 'hours', ...QUANTILE_LEVELS.map((level) => `q${level}`)])
  const first = Date.UTC(2024, 0, 10) / 1000
  expect(lines.map(([time, , hours]) => [Number(time), Number(hours)])).toEqual(
    Array.from({ length: 54 }, (_, index) => [1, 24].map((hours) => [first + index * 3600, hours])).flat(),
  )
  expect(scores).toMatchObject({ model: 'ems', baseline: 'random-walk', candles: COUNT, bad_rows: 0 })
  expect(scores.horizons.map(({ hours, origins }) => [hours, origins])).toEqual([
    [1, 54],
    [24, 54],
  ])
})

it('writes the model’s output with twelve digits', async () => {
  await evaluate()
  const model = new Ems()
  const line = itemAt(linesOf(), 1)
  for (const candle of candles) if (candle.time <= Number(line[0])) model.update(candle)
  const quantiles = defined(model.forecast(1)).quantiles
  const worst = Math.max(...line.slice(3).map((text, index) => Math.abs(Number(text) / numberAt(quantiles, index) - 1)))
  expect(worst).toBeLessThan(1e-11)
  expect(Number(line[1])).toBe(defined(candles.find(({ time }) => time === Number(line[0]))).close)
})

it.each([
  ['gzip', 'h.csv.gz', () => gzipSync(csvOf(candles))],
  ['milliseconds', 'ms.csv', () => csvOf(candles, 1000)],
  ['newest first', 'back.csv', () => csvOf(candles.toReversed())],
  ['doubled rows', 'double.csv', () => csvOf(candles.flatMap((candle) => [candle, candle]))],
])('reads %s to the same bytes', async (_, name, content) => {
  await evaluate()
  const expected = readFileSync(join(folder, 'q.csv'), 'utf8')
  writeFileSync(join(folder, name), content())
  await evaluate([...changed('--candles', name).slice(0, -1), 'other.csv'])
  expect(readFileSync(join(folder, 'other.csv'), 'utf8')).toBe(expected)
})

it('merges quarter hours into hours', async () => {
  const quarters = candles.flatMap((candle) =>
    [0, 1, 2, 3].map((part) => ({
      ...candle,
      time: candle.time + part * 900,
      open: part === 0 ? candle.open : candle.close,
      high: candle.high,
      low: candle.low,
    })),
  )
  await evaluate()
  const expected = readFileSync(join(folder, 'q.csv'), 'utf8')
  writeFileSync(join(folder, '15m.csv'), csvOf(quarters))
  await evaluate(changed('--candles', '15m.csv'))
  expect(readFileSync(join(folder, 'q.csv'), 'utf8')).toBe(expected)
})

it('produces no NaN or crossing quantiles over gaps, duplicates, zero volume, a spike and broken rows', async () => {
  const spoilt = candles
    .filter((_, index) => index % 50 !== 7)
    .map((candle, index) => (index === 200 ? { ...candle, high: candle.close * 1.5, close: candle.close * 1.5 } : { ...candle, volume: 0 }))
  const rows = rowsOf(spoilt)
  rows.splice(150, 0, 'x,y,z,,,', `${START + 3600 * 151},1,2,3,,5`, itemAt(rows, 3), `${START + 3600 * 150 + 7},1,1,1,1,1`)
  writeFileSync(join(folder, 'spoilt.csv'), `${[HEAD, ...rows].join('\r\n')}`)
  const scores = await evaluate(changed('--candles', 'spoilt.csv'))
  expect(scores.bad_rows).toBe(4)
  const quantiles = linesOf()
    .slice(1)
    .map((line) => line.slice(3).map(Number))
  expect(quantiles.flat().every(Number.isFinite)).toBe(true)
  expect(quantiles.every((row) => row.every((value, index) => index === 0 || value >= numberAt(row, index - 1)))).toBe(true)
})

const parts = candles.flatMap(({ open, high, low, close, time }) =>
  Array.from({ length: 12 }, (_, part) => ({
    time: time + part * 300,
    open: open + ((close - open) * part) / 12,
    close: open + ((close - open) * (part + 1)) / 12,
    high: part === 5 ? high : Math.max(open, close),
    low: part === 7 ? low : Math.min(open, close),
    volume: 1,
  })),
)
const EVERY = [...changed('--candles', '5m.csv'), '--every', '5m']

it('makes each close of the finer candles an origin with --every, from their newest price', async () => {
  writeFileSync(join(folder, '5m.csv'), csvOf(parts))
  const scores = await evaluate(EVERY)
  const [header, ...lines] = linesOf()
  expect(header).toEqual(['candle_open_time', 'close', 'hours', ...QUANTILE_LEVELS.map((level) => `q${level}`)])
  const first = Date.UTC(2024, 0, 10) / 1000
  const origins = (53 * 3600) / 300 + 1
  expect(lines.map(([time, , hours]) => [Number(time), Number(hours)])).toEqual(
    Array.from({ length: origins }, (_, index) => [1, 24].map((hours) => [first + index * 300, hours])).flat(),
  )
  expect(Number(itemAt(lines, 8)[1])).toBe(defined(parts.find(({ time }) => time === first + 4 * 300)).close)
  expect(scores).toMatchObject({ model: 'ems-now', baseline: 'random-walk', candles: parts.length, bad_rows: 0 })
  const [hour] = scores.horizons
  expect(hour?.by_age?.map(({ minutes }) => minutes)).toEqual(Array.from({ length: 12 }, (_, index) => index * 5))
  expect(Object.keys(itemAt(defined(hour?.by_age), 0).alternatives)).toEqual(['reanchored', 'late'])
})

it('feeds --history before the finer candles, and none of its hours that had not closed by then', async () => {
  const cut = START + 150 * 3600
  writeFileSync(join(folder, '5m.csv'), csvOf(parts))
  writeFileSync(join(folder, '5m-late.csv'), csvOf(parts.filter(({ time }) => time >= cut)))
  await evaluate(EVERY)
  const lines = (name: string) => linesOf(name).filter(([time]) => Number(time) > cut + 3600)
  const late = ['--candles', '5m-late.csv', ...EVERY.slice(2, -3), 'late.csv', '--every', '5m', '--from', '2024-01-10T08:00:00Z']
  const read = (text: string) => readFileSync(join(folder, text), 'utf8')
  await evaluate([...late, '--history', 'hours.csv'])
  const expected = lines('q.csv').filter(([time]) => Number(time) >= Date.UTC(2024, 0, 10, 8) / 1000)
  expect(lines('late.csv').map((line) => line.slice(0, 3))).toEqual(expected.map((line) => line.slice(0, 3)))
  const worst = lines('late.csv').flatMap((line, row) =>
    line.slice(3).map((text, index) => Math.abs(Number(text) - Number(itemAt(expected, row)[index + 3]))),
  )
  // The sums of the merged hours may round differently from the hours of the file.
  expect(Math.max(...worst)).toBeLessThan(1e-9)
  const once = read('late.csv')
  const future = candles.map((candle) => (candle.time < cut ? candle : { ...candle, open: 1, high: 2, low: 0.5, close: 1 }))
  writeFileSync(join(folder, 'future.csv'), csvOf(future))
  await evaluate([...late, '--history', 'future.csv'])
  expect(read('late.csv')).toBe(once)
})

it('evaluates hours with --every 1h as without it', async () => {
  await evaluate()
  const expected = readFileSync(join(folder, 'q.csv'), 'utf8')
  await evaluate([...ARGS, '--every', '1h'])
  expect(readFileSync(join(folder, 'q.csv'), 'utf8')).toBe(expected)
})

it('rejects a file whose candles are of another interval than --every says', async () => {
  await expect(evaluate([...ARGS, '--every', '5m'])).rejects.toThrow('has a candle each 60 min, not each 5 min as --every says.')
})

it('produces no forecast from too little history', async () => {
  writeFileSync(join(folder, 'short.csv'), csvOf(candles.slice(-20)))
  const scores = await evaluate(['--candles', 'short.csv', '--from', '2024-01-01', '--to', '2025-01-01', '--hours', '1', '--out', 'q.csv'])
  expect(linesOf()).toHaveLength(1)
  expect(itemAt(scores.horizons, 0).origins).toBe(0)
})

it.each([
  ['no candles', without('--candles'), 'forecast evaluate needs --candles.'],
  ['nothing', [], 'forecast evaluate needs --candles, --from, --to, --hours, --out.'],
  ['a strange date', changed('--from', 'yesterday'), '--from "yesterday" is not an instant'],
  ['a span that ends before it begins', changed('--to', '2023-01-01'), '--from 2024-01-10 is after --to 2023-01-01.'],
  ['an hour too far', changed('--hours', '1,25'), '--hours "1,25" must be different whole hours from 1 to 24'],
  ['half an hour', changed('--hours', '0.5'), '--hours "0.5" must be'],
  ['an hour twice', changed('--hours', '6,6'), '--hours "6,6" must be'],
  ['an interval that does not divide an hour', [...ARGS, '--every', '7m'], '--every "7m" must divide an hour'],
  ['an interval of no minutes', [...ARGS, '--every', '0m'], '--every "0m" must divide an hour'],
  ['an interval without a unit', [...ARGS, '--every', '5'], '--every "5" must divide an hour'],
  ['an unknown option', [...ARGS, '--fast'], "Unknown option '--fast'"],
])('rejects %s in a line', (_, args, message) => {
  expect(() => parseEvaluation(args, folder)).toThrow(CommandFailure)
  expect(() => parseEvaluation(args, folder)).toThrow(message)
})

it.each([
  ['a file that is not there', () => 'none.csv', 'could not be read (ENOENT)'],
  ['a file without its columns', () => 'bad.csv', 'has no column "open"'],
  ['days', () => 'days.csv', 'has a candle each 24 h: hourly or finer ones are needed.'],
  ['a file cut short', () => 'cut.csv.gz', 'is cut short'],
])('rejects %s', async (_, name, message) => {
  writeFileSync(join(folder, 'bad.csv'), 'time,price\n1,2\n')
  writeFileSync(join(folder, 'days.csv'), csvOf(candles.slice(0, 9).map((candle, index) => ({ ...candle, time: START + index * 86_400 }))))
  writeFileSync(join(folder, 'cut.csv.gz'), gzipSync(csvOf(candles)).subarray(0, 2_000))
  await expect(evaluate(changed('--candles', name()))).rejects.toThrow(message)
  await expect(evaluate(changed('--out', '.'))).rejects.toThrow('cannot be written (EISDIR)')
})

const run = (args: readonly string[]) =>
  new Promise<[code: unknown, out: string, err: string]>((resolve) => {
    const cli = fileURLToPath(new URL('./main.ts', import.meta.url))
    const env = { ...process.env, INIT_CWD: folder }
    execFile(process.execPath, [cli, 'forecast', 'evaluate', ...args], { env }, (error, out, err) =>
      resolve([error === null ? 0 : error.code, out, err]),
    )
  })

it('prints only JSON, and one line with exit code 1 for invalid arguments', { timeout: 240_000 }, async () => {
  const [[code, printed], wrong] = await Promise.all([run(ARGS), run(without('--hours'))])
  expect([code, JSON.parse(printed)]).toMatchObject([0, { horizons: [{ hours: 1 }, { hours: 24 }] }])
  expect(wrong).toEqual([1, '', 'forecast evaluate needs --hours.\n'])
})
