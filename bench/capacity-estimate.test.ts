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
  // 1,666.67 orders/s and 27.78 firings/s. Each web process: 0.02 cores of 0.6; all: 110,000 pages x 20 us + 1 core of orders.
  expect(small).toMatchObject({ watchers: 10_000, traders: 100_000, web_processes: Math.ceil(3.2 / 0.58), worker_processes: 2 })
  expect(small?.web_memory_gb).toBeCloseTo(6 * 0.2 + 110_000 * 20e-6)
  expect(small?.network_gbit_s).toBeCloseTo(2.2)
  expect(small?.duties_cores).toBeCloseTo(0.05 + 0.01)
  expect(small?.trading_cores).toBeCloseTo(0.1 + 0.25)
  expect(small?.deliveries_cores).toBeCloseTo(0.1)
  expect(small?.postgres_cores).toBeCloseTo(1 + 0.02 + 0.02)
  expect(small?.postgres_commits_s).toBeCloseTo(833.33)
  expect(small?.postgres_connections).toBe(8 * 12)
  expect(small?.postgres_wal_mb_s).toBeCloseTo(10)
  expect(small?.redis_messages_s).toBeCloseTo(10 * 6 + (100_000 / 60) * 6)
})

it('takes as many web processes as the guests need where the processor needs fewer', () => {
  const cheap = { ...COSTS, watcherUs: 0.1, orderWebUs: 0 }
  expect(estimate(cheap).map((row) => row.web_processes)).toEqual([6, 10, 55])
  expect(ASSUMPTIONS.guests_per_web_process).toBe(SOCKET_LIMITS.guests)
})

it('names the part with the highest load', () => {
  expect(small?.next_limit).toBe('the network, 10 Gbit/s: 22 % of its capacity')
  expect(large?.next_limit).toBe('the network, 10 Gbit/s: 220 % of its capacity')
  // 0.06 cores, and a sixteenth of 30.25 of trading.
  const slow = { ...COSTS, accountUs: 300, redisUs: 1 }
  expect(estimate(slow)[0]?.next_limit).toBe(
    'the worker process that holds the other duties and one slot of trading: 325 % of its capacity',
  )
})

it('takes as many workers as trading needs beside the other duties, up to one for each slot', () => {
  // 3.25 cores of trading beside 0.06 of 0.6.
  expect(estimate({ ...COSTS, accountUs: 30 })[0]?.worker_processes).toBe(Math.ceil(3.25 / 0.54))
  expect(estimate({ ...COSTS, accountUs: 90 })[0]?.worker_processes).toBeNull()
})

it('knows no number of web processes where each of them is busy without clients', () => {
  const [row] = estimate({ ...COSTS, webIdleUs: 600_000 })
  expect(row).toMatchObject({ web_processes: null, web_memory_gb: null, redis_messages_s: null })
})

it('leaves out what was not measured, and names no limit that may be wrong', () => {
  const [row] = estimate({ ...COSTS, accountUs: null, redisUs: 0.1 })
  expect(row).toMatchObject({ trading_cores: null, worker_processes: null, next_limit: null, network_gbit_s: small?.network_gbit_s })
  const [busy] = estimate({ ...COSTS, accountUs: null, orderWorkerUs: 9_000 })
  expect(busy?.next_limit).toBe('the worker process that holds the other duties and one slot of trading: at least 166 % of its capacity')
})
