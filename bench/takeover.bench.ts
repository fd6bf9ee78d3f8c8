import { DEFAULT_RULES } from '@aerie/trading/turn'
import { pino } from 'pino'
import { tripKeepers } from '../apps/server/src/areas/journal/trips/trip-keepers.ts'
import { GroupCommit } from '../apps/server/src/areas/trading/accounts/group-commit.ts'
import { Broker } from '../apps/server/src/areas/trading/broker.ts'
import { SLOTS, slotDuty } from '../apps/server/src/areas/trading/slots.ts'
import type { Benchmark } from './benchmark.ts'
import { marketStage } from './market-stage.ts'
import { openTraders } from './traders.ts'

const ACCOUNTS = 10_000
const SCHEDULE = 'hyperliquid-0'
const TABLES = [
  'trading_events',
  'trading_orders',
  'trading_positions',
  'trading_balances',
  'trading_commands',
  'journal_accounts',
  'journal_trips',
]
const numbered = (first: number): string => `('${first}0000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const [USER, ACCOUNT] = [numbered(1), numbered(2)]

type Stage = Awaited<ReturnType<typeof marketStage>>

/** One account with a position and an open order, and its copies. @returns the market's id */
async function openAccounts({ url, database: { db, pool } }: Stage): Promise<string> {
  const [token] = await openTraders(db, new Uint8Array(32), 1)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const order = { symbol: 'BTC', side: 'buy', type: 'market', size: '0.01', leverage: 5 }
  for (const body of [
    { ...order, client_id: 'held' },
    { ...order, client_id: 'open', type: 'limit', price: '20000' },
  ])
    await fetch(`${url}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(body) })
  const copyRows = async (table: string, changed: Readonly<Record<string, string>>): Promise<void> => {
    const { rows } = await pool.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'",
      [table],
    )
    const names = rows.map(({ name }) => name)
    const values = names.map((name) => changed[name] ?? `one.${name}`)
    await pool.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} one, generate_series(1, ${ACCOUNTS}) n`,
    )
  }
  await copyRows('users', { id: USER, email: "n || 'email'" })
  await copyRows('trading_accounts', { id: ACCOUNT, user_id: USER })
  for (const table of TABLES)
    await copyRows(table, { account_id: ACCOUNT, user_id: USER, order_id: 'gen_random_uuid()', id: 'gen_random_uuid()' })
  await pool.query('analyze')
  const { rows } = await pool.query<{ id: string }>('select distinct source_id as id from trading_accounts')
  return rows[0]?.id ?? ''
}

/** How long the new holder of all slots needs until it can carry out orders. */
async function measure(): Promise<number> {
  const stage = await marketStage({ minuteDays: 1, coins: 1 })
  const { db, pool } = stage.database
  const id = await openAccounts(stage)
  const termOf = (slot: number) => ({ name: slotDuty(slot), term: -1 })
  const open = tripKeepers({
    db,
    logger: pino({ level: 'silent' }),
    market: { candles: async () => [] },
    forecastOf: () => undefined,
    schedule: SCHEDULE,
  })
  let loaded = 0
  const broker = new Broker({
    db,
    source: { id, kind: 'sim' },
    venue: { rules: DEFAULT_RULES, markets: new Map(), now: Date.now, premium: () => undefined, hasPrices: () => true },
    openTrips: (...account) => {
      loaded += 1
      return open(...account)
    },
    commit: new GroupCommit({ pool, termOf, onLost: () => undefined, schedule: SCHEDULE }),
    isHeld: () => true,
    termOf,
    pin: () => undefined,
    onStored: () => undefined,
    onFault: (error) => {
      throw error
    },
  })
  const began = performance.now()
  await broker.enter(SLOTS)
  const took = performance.now() - began
  await stage.close()
  if (loaded !== ACCOUNTS + 1) throw new Error(`${loaded} accounts were loaded`)
  return took
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: `takeover: ${ACCOUNTS.toLocaleString('en-US')} accounts with a position and an open order, until orders can be carried out`,
    run: async () => ({ value: await measure(), unit: 'ms', limit: 5_000 }),
  },
]
