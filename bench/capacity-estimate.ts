import { SLOTS } from '../apps/server/src/areas/trading/slots.ts'

/** Figures of one run of capacity.ts; null where a figure could not be distinguished from noise. `Us`: microseconds of processor time. */
export type Costs = {
  /** Per second, without clients and orders. */
  readonly webIdleUs: number | null
  /** Per second, of the process that holds all duties, without accounts and orders. */
  readonly workerIdleUs: number | null
  readonly webIdleMb: number | null
  /** Per second and watcher. */
  readonly watcherUs: number | null
  readonly watcherBytes: number | null
  readonly watcherKb: number | null
  /** Per second and account with an open position, in the process that holds its slot. */
  readonly accountUs: number | null
  /** In the web process that receives the order and notifies the trader's sockets. */
  readonly orderWebUs: number | null
  readonly orderWorkerUs: number | null
  readonly orderDatabaseUs: number | null
  readonly orderCommits: number | null
  readonly orderRows: number | null
  readonly orderWalBytes: number | null
  /** Messages published to Redis for an order: the question, its answer and the notices. Each is received by one process. */
  readonly orderMessages: number | null
  readonly firingWorkerUs: number | null
  readonly firingDatabaseUs: number | null
  readonly deliveryUs: number | null
  readonly deliveryDatabaseUs: number | null
  /** Published per second without clients and orders. */
  readonly idleMessages: number | null
  /** Of Redis, per message received by a process. */
  readonly redisUs: number | null
}

/** Assumed, not measured. Explained in docs/operate/capacity.md. */
export const ASSUMPTIONS = {
  traders: 100_000,
  orders_per_trader_per_minute: 1,
  firings_per_trader_per_hour: 1,
  deliveries_per_firing: 1,
  usable_share_of_a_core: 0.6,
  guests_per_web_process: 20_000,
  connections_per_process: 12,
  postgres_cores: 16,
  link_gbit_s: 10,
} as const

const WATCHERS = [10_000, 100_000, 1_000_000] as const

type Figure = number | null
type Limit = {
  readonly name: string
  /** Need divided by capacity: above 1 it does not fit. A lower bound if `is_at_least`. */
  readonly share: number
  readonly is_at_least: boolean
}
export type Needs = {
  readonly watchers: number
  readonly traders: number
  readonly web_processes: Figure
  readonly web_memory_gb: Figure
  readonly worker_processes: Figure
  readonly duties_cores: Figure
  readonly trading_cores: Figure
  readonly deliveries_cores: Figure
  readonly network_gbit_s: Figure
  readonly postgres_cores: Figure
  readonly postgres_commits_s: Figure
  readonly postgres_connections: Figure
  readonly postgres_wal_mb_s: Figure
  readonly redis_messages_s: Figure
  readonly limits: readonly Limit[]
  readonly next_limit: string | null
}

/** Needs of 10,000, 100,000 and 1,000,000 watchers beside 100,000 traders, each with a page open, from the costs of one run. */
export const estimate = (costs: Costs): readonly Needs[] => WATCHERS.map((watchers) => needsOf(costs, watchers))

const US = 1e6
/** If one dies, another one takes over. */
const LEAST_WORKERS = 2

function needsOf(costs: Costs, watchers: number): Needs {
  const { traders, usable_share_of_a_core: usable } = ASSUMPTIONS
  const pages = watchers + traders
  const orders = (traders * ASSUMPTIONS.orders_per_trader_per_minute) / 60
  const firings = (traders * ASSUMPTIONS.firings_per_trader_per_hour) / 3_600
  const deliveries = firings * ASSUMPTIONS.deliveries_per_firing

  const webWork = sum([pages / US, costs.watcherUs], [orders / US, costs.orderWebUs])
  const web = webProcesses(webWork, sum([1 / US, costs.webIdleUs]), pages)
  const otherDuties: Parts = [
    [1 / US, costs.workerIdleUs],
    [firings / US, costs.firingWorkerUs],
  ]
  const trading: Parts = [
    [traders / US, costs.accountUs],
    [orders / US, costs.orderWorkerUs],
  ]
  const oneSlot = trading.map(([times, cost]) => [times / SLOTS.length, cost] as const)
  const workers = workerProcesses(sum(...trading), sum(...otherDuties))
  const postgresParts: Parts = [
    [orders / US, costs.orderDatabaseUs],
    [firings / US, costs.firingDatabaseUs],
    [deliveries / US, costs.deliveryDatabaseUs],
  ]
  const networkParts: Parts = [[(pages * 8) / 1e9, costs.watcherBytes]]
  const redis = redisMessages(costs, orders, web)
  const redisParts: Parts = [[(redis ?? 0) / US, redis === null ? null : costs.redisUs]]
  const limits: Limit[] = [
    limitOf('the worker process that holds the other duties and one slot of trading', [...otherDuties, ...oneSlot], usable),
    limitOf('Redis, which uses one core', redisParts, usable),
    limitOf(`the network, ${ASSUMPTIONS.link_gbit_s} Gbit/s`, networkParts, ASSUMPTIONS.link_gbit_s),
    limitOf(`PostgreSQL, ${ASSUMPTIONS.postgres_cores} cores`, postgresParts, ASSUMPTIONS.postgres_cores * usable),
  ]
  return {
    watchers,
    traders,
    web_processes: web,
    web_memory_gb: sum([(web ?? 0) / 1_000, web === null ? null : costs.webIdleMb], [pages / 1e6, costs.watcherKb]),
    worker_processes: workers,
    duties_cores: sum(...otherDuties),
    trading_cores: sum(...trading),
    deliveries_cores: sum([deliveries / US, costs.deliveryUs]),
    network_gbit_s: sum(...networkParts),
    postgres_cores: sum(...postgresParts),
    postgres_commits_s: sum([orders, costs.orderCommits]),
    postgres_connections: web === null || workers === null ? null : (web + workers) * ASSUMPTIONS.connections_per_process,
    postgres_wal_mb_s: sum([orders / 1e6, costs.orderWalBytes]),
    redis_messages_s: redis,
    limits,
    next_limit: nextLimit(limits),
  }
}

type Parts = readonly (readonly [times: number, cost: Figure])[]

/** Null if a part is unknown: a sum without it would be too low. */
const sum = (...parts: Parts): Figure =>
  parts.reduce<Figure>((total, [times, cost]) => (total === null || cost === null ? null : total + times * cost), 0)

const limitOf = (name: string, parts: Parts, whole: number): Limit => ({
  name,
  share: parts.reduce((total, [times, cost]) => total + times * (cost ?? 0), 0) / whole,
  is_at_least: parts.some(([, cost]) => cost === null),
})

/** Null if unknown, or if no number is enough because each process is busy without clients. */
function webProcesses(work: Figure, each: Figure, pages: number): Figure {
  const { usable_share_of_a_core: usable, guests_per_web_process: guests } = ASSUMPTIONS
  if (work === null || each === null || each >= usable) return null
  return Math.max(Math.ceil(work / (usable - each)), Math.ceil(pages / guests))
}

/** Null if unknown, or if a slot for each is not enough. The other duties are held by one of them. */
function workerProcesses(trading: Figure, others: Figure): Figure {
  const { usable_share_of_a_core: usable } = ASSUMPTIONS
  if (trading === null || others === null || others >= usable) return null
  const needed = Math.max(LEAST_WORKERS, Math.ceil(trading / (usable - others)))
  return needed <= SLOTS.length ? needed : null
}

/** Received per second by all processes: the market by each of them, the messages of an order by one. */
function redisMessages({ idleMessages, orderMessages }: Costs, orders: number, web: Figure): Figure {
  if (idleMessages === null || orderMessages === null || web === null) return null
  return idleMessages * web + orders * orderMessages
}

/** Null while nothing is exceeded and a share that is not known in full may be the largest. */
function nextLimit(limits: readonly Limit[]): string | null {
  const [first] = limits.toSorted((a, b) => b.share - a.share)
  if (first === undefined || (first.share < 1 && limits.some((limit) => limit.is_at_least))) return null
  return `${first.name}: ${first.is_at_least ? 'at least ' : ''}${Math.round(first.share * 100)} % of its capacity`
}
