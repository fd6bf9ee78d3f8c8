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

type StateReads = Pick<TradingRepository, 'eventsAfter'> & {
  readonly snapshot: (accountId: string) => Promise<{ readonly version: number; readonly state: unknown } | undefined>
}

/** @throws RangeError if an event is missing or cannot be parsed */
export async function loadState(repository: StateReads, accountId: string): Promise<AccountState> {
  const snapshot = await repository.snapshot(accountId)
  const state = snapshot?.version === STORED_VERSION ? storedState(snapshot.state) : emptyAccount()
  await applyStored(repository, accountId, state)
  return state
}

const PAGE = 1_000

export async function applyStored(repository: StateReads, accountId: string, state: AccountState): Promise<void> {
  for (;;) {
    const page = await repository.eventsAfter(accountId, state.seq, PAGE)
    for (const row of page) applyEvent(state, eventOfRow(row))
    if (page.length < PAGE) return
  }
}
