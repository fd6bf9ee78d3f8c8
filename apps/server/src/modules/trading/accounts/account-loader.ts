import type { AccountState } from '@aerie/trading/state'
import { applyEvent, emptyAccount } from '@aerie/trading/state'
import { STORED_VERSION, storedEvent, storedState } from '@aerie/trading/stored/stored'
import type { FillEvent } from '../answers.ts'
import type { EventRow, TradingRepository } from '../trading-repository.ts'

/** An event as it is stored. */
export const eventOfRow = ({ seq, kind, at, payload }: EventRow) => storedEvent(seq, kind, at, payload)

/** A stored fill. @throws RangeError for another event */
export function fillOfRow(row: EventRow): FillEvent {
  const event = eventOfRow(row)
  if (event.kind !== 'filled') throw new RangeError(`Event ${row.seq} is ${event.kind}, not a fill`)
  return event
}

/**
 * The state of an account as its stored events say, from the newest snapshot on.
 *
 * @throws RangeError where an event is missing or cannot be read
 */
export async function loadState(repository: TradingRepository, accountId: string): Promise<AccountState> {
  const snapshot = await repository.snapshot(accountId)
  const state = snapshot?.version === STORED_VERSION ? storedState(snapshot.state) : emptyAccount()
  await applyStored(repository, accountId, state)
  return state
}

const PAGE = 5_000

/** Applies every event that is stored after the state's own number; page by page, as there may be many. */
export async function applyStored(repository: TradingRepository, accountId: string, state: AccountState): Promise<void> {
  for (;;) {
    const page = await repository.eventsAfter(accountId, state.seq, PAGE)
    for (const row of page) applyEvent(state, eventOfRow(row))
    if (page.length < PAGE) return
  }
}
