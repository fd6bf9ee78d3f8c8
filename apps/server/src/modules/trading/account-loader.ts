import type { AccountState } from '@aerie/trading/state'
import { applyEvent, emptyAccount } from '@aerie/trading/state'
import { STORED_VERSION, storedEvent, storedState } from '@aerie/trading/stored'
import type { EventRow, TradingRepository } from './trading-repository.ts'

/** An event as it is stored. */
export const eventOfRow = ({ seq, kind, at, payload }: EventRow) => storedEvent(seq, kind, at, payload)

/**
 * The state of an account as its stored events say, from the newest snapshot on.
 *
 * @throws RangeError where an event is missing or cannot be read
 */
export async function loadState(repository: TradingRepository, accountId: string): Promise<AccountState> {
  const snapshot = await repository.snapshot(accountId)
  const state = snapshot?.version === STORED_VERSION ? storedState(snapshot.state) : emptyAccount()
  for (const row of await repository.eventsAfter(accountId, state.seq)) applyEvent(state, eventOfRow(row))
  return state
}
