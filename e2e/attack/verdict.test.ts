import { expect, it } from 'vitest'
import { LIMITS, parseOptions } from './options.ts'
import type { Reading } from './probe.ts'
import { verdictOf } from './report.ts'
import { tally } from './tally.ts'

const MB = 1024 * 1024
const reading = (change: Partial<Reading> = {}): Reading => ({
  rss: 300 * MB,
  heapTotal: 120 * MB,
  heapUsed: 90 * MB,
  external: 40 * MB,
  delayMaxMs: 20,
  delayP99Ms: 5,
  heldMaxMs: 20,
  heldOften: 0,
  heldForCertain: 0,
  worst: [],
  ...change,
})
const phases = (change: { loop?: Partial<Reading>; settled?: Partial<Reading> } = {}) => ({
  before: reading(),
  loop: reading(change.loop),
  after: reading(),
  settled: reading(change.settled),
})
function fullTally() {
  const counts = tally()
  counts.add({ group: 'http', result: '4xx', isHandled: true }, LIMITS.leastInputs)
  return counts
}
const run = { tally: fullTally(), phases: phases(), isAlive: true, firedS: 200, settledS: 300 }

it('passes a clean run', () => expect(verdictOf(run)).toEqual([]))

it('fails when the server has exited, even if everything else is fine', () => {
  expect(verdictOf({ ...run, isAlive: false })).toContain('the server has ended')
  expect(verdictOf({ ...run, phases: undefined })).toContain('the server has ended')
})

it.each([
  [
    'the event loop was held',
    phases({ loop: { heldMaxMs: 101, heldOften: 1, heldForCertain: 1 } }),
    'the event loop was held for 101.0 ms, 1 × over 100 ms',
  ],
  ['the memory has grown', phases({ settled: { rss: 351 * MB } }), '51 MB more memory than at the start'],
])('fails when %s', (_what, changed, line) => expect(verdictOf({ ...run, phases: changed })).toEqual([line]))

it('does not pass when a busy machine may have blocked the event loop, and reports that', () =>
  expect(verdictOf({ ...run, phases: phases({ loop: { heldMaxMs: 140, heldOften: 2, heldForCertain: 0 } }) })).toEqual([
    expect.stringMatching(/held for 140\.0 ms, 2 × over 100 ms, 0 × for certain: .* quieter machine/),
  ]))

it('passes values exactly at the limits', () =>
  expect(verdictOf({ ...run, phases: phases({ loop: { heldMaxMs: 100 }, settled: { rss: 350 * MB } }) })).toEqual([]))

it('fails on every fault and on too few inputs', () => {
  const counts = tally()
  counts.add({ group: 'http', result: '5xx', isHandled: true })
  counts.fault('500 of GET /x', 'GET /x')
  counts.fault('500 of GET /x', 'GET /x?again')
  expect(verdictOf({ ...run, tally: counts })).toEqual(['2 × 500 of GET /x', '1 inputs, at least 300000 are wanted'])
  expect(counts.faults()).toEqual([{ kind: '500 of GET /x', count: 2, input: 'GET /x' }])
})

it('keeps the ten slowest inputs', () => {
  const counts = tally()
  for (let ms = 1; ms <= 50; ms += 1) counts.time(ms, `GET /${ms}`)
  expect(counts.slowest().map(({ ms }) => ms)).toEqual([50, 49, 48, 47, 46, 45, 44, 43, 42, 41])
})

it('parses whole-number options, and names an invalid one', () => {
  expect(parseOptions(['--inputs', '5', '--settle', '0'])).toMatchObject({ inputs: 5, settleMs: 0 })
  expect(() => parseOptions(['--seconds', 'many'])).toThrow('--seconds takes a whole number, not "many"')
})
