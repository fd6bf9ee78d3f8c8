import { expect, it } from 'vitest'
import { SOCKET_LIMITS } from '../apps/server/src/platform/sockets/socket-limits.ts'
import { ASSUMPTIONS, type Costs, estimate } from './capacity-estimate.ts'

const COSTS: Costs = {
  webIdleUs: 20_000,
  workerIdleUs: 50_000,
  webIdleMb: 200,
  watcherUs: 20,
  watcherBytes: 2_500,
  watcherKb: 20,
  accountUs: 1,
  orderWebUs: 600,
  orderEveryWebUs: 60,
  orderWorkerUs: 150,
  orderDatabaseUs: 600,
  orderCommits: 0.5,
  orderRows: 5,
  orderWalBytes: 6_000,
  orderMessages: 6,
  firingWorkerUs: 360,
  firingDatabaseUs: 720,
  deliveryUs: 3_600,
  deliveryDatabaseUs: 720,
  idleMessages: 10,
  redisUs: 10,
}
const [small, , large] = estimate(COSTS)

it('computes the needs from the costs', () => {
  // 1,666.67 orders/s and 27.78 firings/s. Each web process: 0.02 + 0.1 cores of 0.6; all: 110,000 pages x 20 us + 1 core of orders.
  expect(small).toMatchObject({ watchers: 10_000, traders: 100_000, web_processes: Math.ceil(3.2 / 0.48), worker_processes: 2 })
  expect(small?.web_memory_gb).toBeCloseTo(7 * 0.2 + 110_000 * 20e-6)
  expect(small?.network_gbit_s).toBeCloseTo(2.2)
  expect(small?.duties_cores).toBeCloseTo(0.05 + 0.1 + 0.25 + 0.01)
  expect(small?.deliveries_cores).toBeCloseTo(0.1)
  expect(small?.postgres_cores).toBeCloseTo(1 + 0.02 + 0.02)
  expect(small?.postgres_commits_s).toBeCloseTo(833.33)
  expect(small?.postgres_connections).toBe(9 * 12)
  expect(small?.postgres_wal_mb_s).toBeCloseTo(10)
  expect(small?.redis_messages_s).toBeCloseTo(10 * 7 + (100_000 / 60) * (4 * 7 + 2))
})

it('takes as many web processes as the guests need where the processor needs fewer', () => {
  const cheap = { ...COSTS, watcherUs: 0.1, orderWebUs: 0 }
  expect(estimate(cheap).map((row) => row.web_processes)).toEqual([6, 10, 55])
  expect(ASSUMPTIONS.guests_per_web_process).toBe(SOCKET_LIMITS.guests)
})

it('names the part with the highest load', () => {
  expect(small?.next_limit).toBe('Redis, which uses one core: 83 % of its capacity')
  expect(large?.next_limit).toMatch(/^Redis, which uses one core: \d+ % of its capacity$/)
  const slow = { ...COSTS, accountUs: 30, redisUs: 1 }
  expect(estimate(slow)[0]?.next_limit).toBe('the one worker process that holds all duties: 552 % of its capacity')
})

it('knows no number of web processes where each of them is busy with the notices alone', () => {
  const [row] = estimate({ ...COSTS, orderEveryWebUs: 400 })
  expect(row).toMatchObject({ web_processes: null, web_memory_gb: null, redis_messages_s: null })
  expect(row?.next_limit).toBe('notices of all orders, which every web process reads: 114 % of its capacity')
})

it('leaves out what was not measured, and names no limit that may be wrong', () => {
  const [row] = estimate({ ...COSTS, accountUs: null, redisUs: 0.1 })
  expect(row).toMatchObject({ duties_cores: null, next_limit: null, network_gbit_s: small?.network_gbit_s })
  const [busy] = estimate({ ...COSTS, accountUs: null, orderWorkerUs: 900 })
  expect(busy?.next_limit).toBe('the one worker process that holds all duties: at least 260 % of its capacity')
})
