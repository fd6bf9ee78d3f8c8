import { clusterOrder, correlator } from '@aerie/core/analytics/correlation'
import { type Benchmark, median } from './benchmark.ts'

const COINS = 30
const HOURS = 2_160
const ROUNDS = 31

function columns(): Float64Array[] {
  const shake = (x: number): number => (Math.abs(Math.sin(x * 12.9898) * 43_758.5453) % 1) - 0.5
  return Array.from({ length: COINS }, (_, coin) =>
    Float64Array.from({ length: HOURS }, (_, hour) => shake(hour) + shake(coin * HOURS + hour)),
  )
}

/** CPU milliseconds, so that other load on the machine does not count. */
const timed = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function matrixTime(kind: 'pearson' | 'spearman', withHoles: boolean): number {
  const returns = columns()
  if (withHoles) for (const [coin, column] of returns.entries()) column[coin * 7] = Number.NaN
  return median(
    Array.from({ length: ROUNDS }, () =>
      timed(() => {
        const { between } = correlator(returns, kind)
        for (let i = 0; i < COINS; i += 1) for (let j = i + 1; j < COINS; j += 1) between(i, j)
      }),
    ),
  )
}

function plainTime(): number {
  const returns = columns()
  let kept = 0
  const time = median(
    Array.from({ length: ROUNDS }, () =>
      timed(() => {
        for (let i = 0; i < COINS; i += 1) {
          for (let j = i + 1; j < COINS; j += 1) {
            const [x, y] = [returns[i]!, returns[j]!]
            for (let k = 0; k < HOURS; k += 1) kept += x[k]! * y[k]!
          }
        }
      }),
    ),
  )
  if (Number.isNaN(kept)) throw new Error('the products must be used')
  return time
}

const orderTime = (): number => {
  const { between } = correlator(columns(), 'pearson')
  const values = Array.from({ length: COINS }, (_, i) => Array.from({ length: COINS }, (_, j) => (i === j ? 1 : between(i, j).value)))
  return median(Array.from({ length: ROUNDS }, () => timed(() => clusterOrder(COINS, (i, j) => values[i]?.[j]))))
}

export const benchmarks: readonly Benchmark[] = [
  { name: 'analytics: correlation 30 x 30 x 2160', run: async () => ({ value: matrixTime('pearson', false), unit: 'ms cpu', limit: 5 }) },
  {
    name: 'analytics: correlation 30 x 30 x 2160 compared with bare products',
    run: async () => ({ value: matrixTime('pearson', false), unit: 'ms cpu', limit: plainTime() }),
  },
  {
    name: 'analytics: the same with gaps, in slices of 3 ms',
    run: async () => ({ value: matrixTime('pearson', true), unit: 'ms cpu', limit: null }),
  },
  {
    name: 'analytics: the same by ranks, in slices of 3 ms',
    run: async () => ({ value: matrixTime('spearman', false), unit: 'ms cpu', limit: null }),
  },
  { name: 'analytics: order of 30 coins in clusters', run: async () => ({ value: orderTime(), unit: 'ms cpu', limit: 5 }) },
]
