import type { AccountState } from '@aerie/trading/state'
import { applyEvent, emptyAccount } from '@aerie/trading/state'
import { STORED_VERSION, storedEvent, storedState } from '@aerie/trading/stored/stored'
import type { FillEvent } from '../answers.ts'
import type { EventRow, TradingRepository } from '../store.ts'

export const eventOfRow = ({ seq, kind, at, payload }: EventRow) => storedEvent(seq, kind, at, payload)

export function fillOfRow(row: EventRow): FillEvent {
  const event = eventOfRow(row)
  if (event.kind !== 'filled') throw new RangeError(`Event ${row.seq} is ${event.kind}, not a fill`)
  return event
}

/** @throws RangeError if an event is missing or cannot be parsed */
export async function loadState(repository: TradingRepository, accountId: string): Promise<AccountState> {
  const snapshot = await repository.snapshot(accountId)
  const state = snapshot?.version === STORED_VERSION ? storedState(snapshot.state) : emptyAccount()
  await applyStored(repository, accountId, state)
  return state
}

const PAGE = 5_000

export async function applyStored(repository: TradingRepository, accountId: string, state: AccountState): Promise<void> {
  for (;;) {
    const page = await repository.eventsAfter(accountId, state.seq, PAGE)
    for (const row of page) applyEvent(state, eventOfRow(row))
    if (page.length < PAGE) return
  }
}
