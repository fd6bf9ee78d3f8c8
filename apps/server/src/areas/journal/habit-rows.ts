import type { PersonaRecord } from '@aerie/core/persona'
import { type HabitTrade, tradeHabits } from '@aerie/journal/trade-habits'
import { zoneClock } from '@aerie/journal/zone-time'

/** `account`: null for imports; `brought`: the account's result including this trip; `deposit`: its initial balance. */
export type HabitRow = readonly [
  account: string | null,
  openedAt: number | null,
  closedAt: number,
  net: string,
  worth: string,
  risk: string | null,
  deposit: string | null,
  brought: string,
  sourceKind: 'live' | 'sim' | 'replay' | null,
]

export type HabitsReport = {
  readonly trades: number
  readonly simulated: number
  readonly replayed: number
  readonly figures: PersonaRecord
}

/** @param text JSON of `HabitRow`s, ordered by closing time */
export function habitsOf(text: string, zone: string): HabitsReport {
  const rows = JSON.parse(text) as HabitRow[]
  const equities = equityByAccount(rows)
  const kind = (wanted: HabitRow[8]) => rows.filter((row) => row[8] === wanted).length
  const trades = rows.map((row) => tradeOf(row, equities.get(row[0] ?? '') ?? []))
  return { trades: rows.length, simulated: kind('sim'), replayed: kind('replay'), figures: tradeHabits(trades, zoneClock(zone)) }
}

type Equity = { readonly from: number; readonly usdc: number }

function equityByAccount(rows: readonly HabitRow[]): Map<string, Equity[]> {
  const found = new Map<string, Equity[]>()
  for (const [account, , closedAt, net, , , deposit, brought] of rows) {
    if (account === null || deposit === null) continue
    const after = Number(deposit) + Number(brought)
    const known = found.get(account)
    if (known === undefined)
      found.set(account, [
        { from: -Infinity, usdc: after - Number(net) },
        { from: closedAt, usdc: after },
      ])
    else known.push({ from: closedAt, usdc: after })
  }
  return found
}

function tradeOf([account, openedAt, closedAt, net, worth, risk]: HabitRow, equities: readonly Equity[]): HabitTrade {
  const equity = openedAt === null ? undefined : equityAt(equities, openedAt)
  const isKnown = risk !== null && equity !== undefined && equity > 0
  return {
    account: account ?? '',
    openedAt,
    closedAt,
    net: Number(net),
    worth: Number(worth),
    riskPart: isKnown ? Number(risk) / equity : null,
    hasStop: account === null ? null : risk !== null,
  }
}

/** Binary search: an account may have closed many trips. */
function equityAt(equities: readonly Equity[], at: number): number | undefined {
  let [low, high] = [0, equities.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((equities[middle]?.from ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return equities[low - 1]?.usdc
}
