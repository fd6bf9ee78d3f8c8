import { isDeepStrictEqual } from 'node:util'
import type { AccountState } from '@aerie/trading/state'
import type { Db } from '../../platform/db/client.ts'
import { accountHistory, type Difference, type Rebuilt, type TradedAccount } from '../trading/index.ts'
import { AccountTrips } from './trips/account-trips.ts'
import { type FactFields, FIRST_HASH, factsHash, readFields } from './trips/entry-facts.ts'
import { StopWatch } from './trips/stop-watch.ts'
import { takerRateOf } from './trips/trip-keepers.ts'
import { type FactsRecord, type TripRecord, tripRepository } from './trips/trip-repository.ts'

const ONE_MOMENT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
const PAGE = 5_000

/** Marks between events are lost: MAE and MFE must cover at least the fills' prices. Read-only; safe while trading. */
export async function rebuildJournal(db: Db): Promise<Rebuilt> {
  const accounts = await accountHistory(db).accounts()
  const differences: Difference[] = []
  let events = 0
  for (const { id } of accounts) {
    const found = await db.transaction((tx) => rebuildOne(tx, id), ONE_MOMENT)
    events += found.events
    differences.push(...found.differences.map((what) => ({ account: id, what })))
  }
  return { accounts: accounts.length, events, differences }
}

async function rebuildOne(db: Db, accountId: string): Promise<{ events: number; differences: string[] }> {
  const row = await accountHistory(db).account(accountId)
  const stored = await tripRepository(db).journal(accountId)
  if (row === undefined) return { events: 0, differences: [] }
  if (stored === undefined)
    return { events: 0, differences: row.seq === 0 ? [] : ['no journal yet: it is made when the account is next used'] }
  const made = await fromEvents(db, row, stored.seq)
  const facts = await tripRepository(db).factsOfAccount(accountId)
  return {
    events: stored.seq,
    differences: [
      ...(stored.seq === row.seq ? [] : [`journal at event ${stored.seq}, account at ${row.seq}`]),
      ...differingTrips(made.trips, await tripRepository(db).ofAccount(accountId)),
      ...differingFacts(made.facts, facts),
      ...brokenChain(facts, stored.head),
    ],
  }
}

type MadeRow = Readonly<Record<string, unknown>>
type Made = { readonly trips: ReadonlyMap<string, MadeRow>; readonly facts: readonly MadeRow[] }

async function fromEvents(db: Db, row: TradedAccount, upTo: AccountState['seq']): Promise<Made> {
  const account = new AccountTrips({
    row,
    orders: new StopWatch(new Map()),
    open: [],
    seq: 0,
    number: 0,
    head: FIRST_HASH,
    forecastOf: () => undefined,
    takerRate: (event) => takerRateOf(event, 'hyperliquid-0'),
    isWatched: () => false,
  })
  const trips = new Map<string, MadeRow>()
  const facts: MadeRow[] = []
  while (account.seq < upTo) {
    const page = await accountHistory(db).eventsAfter(row.id, account.seq, Math.min(PAGE, upTo - account.seq))
    if (page.length === 0) break
    account.fold(page)
    const rows = account.take()
    for (const [id, trip] of rows.trips) trips.set(id, trip)
    facts.push(...rows.facts)
  }
  return { trips: new Map([...trips].map(([id, trip]) => [id, endedWith(row, trip)])), facts }
}

const endedWith = ({ closedAt }: TradedAccount, trip: MadeRow): MadeRow =>
  closedAt === null || trip.closed_at !== null
    ? trip
    : { ...trip, closed_at: Math.max(closedAt, Number(trip.opened_at)), money_reason: 'account_reset' }

/** Columns fully determined by events. */
const COMPARED = {
  symbol: 'symbol',
  side: 'side',
  opened_at: 'openedAt',
  closed_at: 'closedAt',
  first_seq: 'firstSeq',
  last_seq: 'lastSeq',
  size: 'size',
  entry: 'entry',
  exit: 'exit',
  gross: 'gross',
  fees: 'fees',
  funding: 'funding',
  net: 'net',
  risk: 'risk',
  r: 'r',
  slippage: 'slippage',
  arrival_slippage: 'arrivalSlippage',
  trigger_slippage: 'triggerSlippage',
  money_reason: 'moneyReason',
} as const satisfies Record<string, keyof TripRecord>

/** Missing for trips opened before these columns existed. */
const LATER: ReadonlySet<string> = new Set(['arrival_slippage', 'trigger_slippage'])

function differingTrips(made: Made['trips'], stored: readonly TripRecord[]): string[] {
  const byId = new Map(stored.map((trip) => [trip.id, trip]))
  const ids = [...new Set([...made.keys(), ...byId.keys()])]
  return ids.flatMap((id) => {
    const names = differingNames(made.get(id), byId.get(id))
    return names === '' ? [] : [`trip ${id}: ${names}`]
  })
}

function differingNames(made: MadeRow | undefined, stored: TripRecord | undefined): string {
  if (made === undefined || stored === undefined) return made === undefined ? 'no event has it' : 'is missing'
  const names = Object.entries(COMPARED).flatMap(([name, column]) =>
    (made[name] ?? null) === stored[column] || (LATER.has(name) && stored[column] === null) ? [] : [name],
  )
  const isNarrow = Number(stored.mae) > Number(made.mae) || Number(stored.mfe) < Number(made.mfe)
  return [...names, ...(isNarrow ? ['mae or mfe'] : [])].join(', ')
}

/** An entry's forecast is known only from its record, and first-form records have fewer fields than ones made now. */
const decided = (body: FactFields, { alert_firing }: FactFields) =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name]) => !name.startsWith('forecast_') && (alert_firing !== undefined || !/^(alert|checklist)_/.test(name)),
    ),
  )

function isSameEntry(madeBody: unknown, storedBody: unknown): boolean {
  const [made, stored] = [readFields(madeBody), readFields(storedBody)]
  return made !== undefined && stored !== undefined && isDeepStrictEqual(decided(made, stored), decided(stored, stored))
}

const differingFacts = (made: readonly MadeRow[], stored: readonly FactsRecord[]): string[] =>
  made.length === stored.length && made.every(({ body }, index) => isSameEntry(body, stored[index]?.body)) ? [] : ['entry facts']

function brokenChain(facts: readonly FactsRecord[], head: Buffer): string[] {
  let previous = FIRST_HASH
  for (const { body, number, previousHash, hash } of facts) {
    const fields = readFields(body)
    const isWhole = fields !== undefined && previousHash.equals(previous) && hash.equals(factsHash(previous, fields))
    if (!isWhole) return [`hash of record ${number}`]
    previous = hash
  }
  return previous.equals(head) ? [] : ['hash of the newest record']
}
