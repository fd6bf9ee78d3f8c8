import { openEvaluator } from '@aerie/alerts/evaluator'
import { marketAlert } from '@aerie/alerts/rule'
import { type Benchmark, median } from './benchmark.ts'

const COINS = 67
const TICKS = 200_000
const ROUNDS = 5
const LEVEL = 10_000

/** Alerts around a price of 10,000, half above and half below, none within 1%; a tenth of them are 24-hour change alerts. */
function evaluatorOf(count: number) {
  const evaluator = openEvaluator()
  for (let index = 0; index < count; index += 1) {
    const alert = marketAlert(`a${index}`, index % 10 === 9 ? changeRule(index) : priceRule(index))
    if (alert !== undefined) evaluator.add(alert)
  }
  return evaluator
}

const symbolOf = (index: number): string => `C${index % COINS}`

const changeRule = (index: number) =>
  ({ kind: 'change', symbol: symbolOf(index), direction: 'above', percent: 50 + (index % 97) / 10, window_s: 86_400 }) as const

const priceRule = (index: number) =>
  index % 2 === 0
    ? ({ kind: 'price', symbol: symbolOf(index), direction: 'above', level: LEVEL * 1.01 + (index % 89) } as const)
    : ({ kind: 'price', symbol: symbolOf(index), direction: 'below', level: LEVEL * 0.99 - (index % 89) } as const)

/** CPU microseconds to judge one price against `count` alerts, none of which it crosses. */
export function quietTick(count: number): number {
  const evaluator = evaluatorOf(count)
  const symbols = Array.from({ length: COINS }, (_, index) => `C${index}`)
  let at = 0
  const round = (): number => {
    const before = process.cpuUsage()
    for (let tick = 0; tick < TICKS; tick += 1) {
      at += 4
      evaluator.handle({ symbol: symbols[tick % COINS] ?? 'C0', at, price: LEVEL + (tick % 50) })
    }
    return process.cpuUsage(before).user / TICKS
  }
  round()
  return median(Array.from({ length: ROUNDS }, round))
}

/** Baseline: CPU microseconds of comparing a price with the two nearest levels of its coin. */
function bareComparison(): number {
  const nearest = new Map(Array.from({ length: COINS }, (_, index) => [`C${index}`, { rise: LEVEL * 1.01, fall: LEVEL * 0.99 }]))
  const symbols = [...nearest.keys()]
  let reached = 0
  const before = process.cpuUsage()
  for (let tick = 0; tick < TICKS; tick += 1) {
    const levels = nearest.get(symbols[tick % COINS] ?? 'C0')
    const price = LEVEL + (tick % 50)
    if (levels === undefined || price >= levels.rise || price <= levels.fall) reached += 1
  }
  return process.cpuUsage(before).user / TICKS + reached
}

function thousandFirings(): number {
  const evaluator = evaluatorOf(99_000)
  for (let index = 0; index < 1_000; index += 1) {
    const alert = marketAlert(`f${index}`, { kind: 'price', symbol: 'C0', direction: 'above', level: LEVEL + 60 + index / 100 })
    if (alert !== undefined) evaluator.add(alert)
  }
  evaluator.handle({ symbol: 'C0', at: 0, price: LEVEL })
  const began = performance.now()
  const fired = evaluator.handle({ symbol: 'C0', at: 1, price: LEVEL + 80 })
  if (fired.length !== 1_000) throw new Error(`${fired.length} alerts fired`)
  return performance.now() - began
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'alerts: a tick that crosses nothing, 100,000 alerts on 67 coins',
    run: async () => ({ value: quietTick(100_000), unit: 'us', limit: 5 }),
  },
  {
    name: 'alerts: the same compared with 1,000 alerts',
    run: async () => ({ value: quietTick(100_000), unit: 'us', limit: 1.5 * quietTick(1_000) }),
  },
  {
    name: 'alerts: the same compared with two bare comparisons',
    run: async () => ({ value: quietTick(100_000), unit: 'us', limit: bareComparison() }),
  },
  { name: 'alerts: one tick that fires 1,000', run: async () => ({ value: thousandFirings(), unit: 'ms', limit: 50 }) },
]
