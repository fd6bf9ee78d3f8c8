import type { TaskCheck, TaskFacts } from '@aerie/learn/task'
import { NOTHING_DONE } from '@aerie/learn/task'
import type { Db } from '../../db/client.ts'
import { accountHistory } from '../trading/accounts/account-history.ts'
import { recordsRepository } from './records-repository.ts'
import { tradingFacts } from './trading-facts.ts'

/** Newest accounts that are looked at, and newest events of each. A task is checked soon after it was done. */
const ACCOUNTS = 3
const EVENTS = 2_000

type Kind = TaskCheck['kind']
const TRADING: readonly Kind[] = ['trade', 'resting-limit', 'bracket', 'sized', 'leverage', 'funding']

type Deps = { readonly db: Db /** Whether the market has such a coin. */; readonly isCoin: (symbol: string) => boolean }

/** What a user has done, as far as a task asks for it. Reads alone. */
export const taskFacts = ({ db, isCoin }: Deps) => {
  const records = recordsRepository(db)
  return async (userId: string, { kind }: TaskCheck): Promise<TaskFacts> => {
    if (TRADING.includes(kind)) return { ...NOTHING_DONE, ...(await tradedBy(db, userId)) }
    if (kind === 'drawing') return { ...NOTHING_DONE, drawings: await records.drawings(userId) }
    if (kind === 'alert') return { ...NOTHING_DONE, alerts: await records.alertKinds(userId) }
    if (kind === 'watchlist') return { ...NOTHING_DONE, watched: await records.watched(userId, isCoin) }
    if (kind === 'wallet') return { ...NOTHING_DONE, wallets: await records.wallets(userId) }
    return { ...NOTHING_DONE, ratedNotes: await records.ratedNotes(userId) }
  }
}

async function tradedBy(db: Db, userId: string) {
  const history = accountHistory(db)
  const accounts = (await history.accountsOf(userId)).slice(0, ACCOUNTS)
  const facts = []
  for (const { id, seq, deposit } of accounts) {
    const events = await history.eventsAfter(id, Math.max(0, seq - EVENTS), EVENTS)
    facts.push(tradingFacts({ events, deposit }))
  }
  return {
    entries: facts.flatMap(({ entries }) => entries),
    restingLimits: facts.reduce((sum, { restingLimits }) => sum + restingLimits, 0),
    leverages: facts.flatMap(({ leverages }) => leverages),
    fundings: facts.reduce((sum, { fundings }) => sum + fundings, 0),
  }
}
