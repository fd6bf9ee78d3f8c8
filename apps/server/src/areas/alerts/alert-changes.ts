import { randomUUID } from 'node:crypto'
import { ALERT_KINDS } from '@aerie/wire/alerts/alert-kinds'
import type { AlertPatch, AlertSummary, AlertTerms } from '@aerie/wire/alerts/alert-rows'
import { AppError } from '../../platform/http/app-error.ts'
import { type Caller, entitlements } from '../account/index.ts'
import type { StoredAlert } from './alert-rows.ts'
import { patchedBody, retoldTerms, termsOf, type Watchable, watchedPart } from './alert-terms.ts'
import type { AlertRepository } from './store.ts'

export type AlertCaller = Pick<Caller, 'user' | 'accountStatus'>

const MOST_KEPT = 2_000

export const notThere = (): AppError => new AppError('not_found', { detail: 'This alert does not exist.' })

export const newRow = (userId: string, terms: AlertTerms, at: Date) => ({
  id: randomUUID(),
  userId,
  kind: terms.kind,
  symbol: terms.symbol ?? null,
  terms,
  state: 'active' as const,
  phase: 'fresh',
  createdAt: at,
  updatedAt: at,
})

/** Requires the user's row lock. @throws AppError rule_broken with the limit */
export async function demandRoom(repository: AlertRepository, { user, accountStatus }: AlertCaller, added: number): Promise<void> {
  const limit = entitlements(accountStatus).activeAlerts
  const { all, active } = await repository.counts(user.user_id)
  const members = { limit, active }
  if (active + added > limit)
    throw new AppError('rule_broken', {
      detail: `Your plan allows ${limit} alerts, paused ones included; you have ${active}.`,
      reason: 'alert_limit',
      members,
    })
  if (all + added > MOST_KEPT)
    throw new AppError('rule_broken', {
      detail: `You can keep ${MOST_KEPT} alerts, those that have ended included. Delete some first.`,
      reason: 'alert_limit',
      members,
    })
}

type Change = {
  readonly caller: AlertCaller
  readonly id: string
  readonly patch: AlertPatch
  readonly now: number
  readonly watchable: Watchable
  readonly present: (terms: AlertTerms) => Partial<StoredAlert> | undefined
}

const isCounted = (state: StoredAlert['state']): boolean => state === 'active' || state === 'paused'

/** Requires the user's row lock. @throws AppError not_found, bad_input, rule_broken */
export async function changeIn(repository: AlertRepository, { caller, id, patch, now, watchable, present }: Change): Promise<StoredAlert> {
  const userId = caller.user.user_id
  const row = await repository.find(userId, id)
  if (row === undefined) throw notThere()
  const terms = changedTerms(row.terms, patch, now, watchable)
  const isSame = watchedPart(terms) === watchedPart(row.terms)
  const state = nextState(row.state, patch, isSame)
  if (isCounted(state) && !isCounted(row.state)) await demandRoom(repository, caller, 1)
  // A changed or reactivated alert has no previous value: the first one sets its side.
  const isFresh = !isSame || (state === 'active' && row.state !== 'active')
  const afresh = isFresh ? { phase: 'fresh', judgedAt: null, firedAt: isSame ? row.firedAt : null, ...present(terms) } : {}
  const change = { kind: terms.kind, symbol: terms.symbol ?? null, terms, state, updatedAt: new Date(now), ...afresh }
  const changed = await repository.update(userId, id, change)
  if (changed === undefined) throw notThere()
  return changed
}

/** Fields that do not affect when an alert fires. */
const UNWATCHED: ReadonlySet<string> = new Set(['paused', 'note', 'channels'] satisfies (keyof AlertPatch)[])

/** A change of the note alone skips validation: an expired alert can still be renamed. */
function changedTerms(terms: AlertTerms, patch: AlertPatch, now: number, watchable: Watchable): AlertTerms {
  if (Object.keys(patch).every((name) => UNWATCHED.has(name))) return retoldTerms(terms, patch)
  return termsOf(patchedBody(terms, patch), now, watchable)
}

function nextState(state: StoredAlert['state'], { paused }: AlertPatch, isSame: boolean): StoredAlert['state'] {
  if (paused !== undefined) return paused ? 'paused' : 'active'
  return isSame || state === 'paused' ? state : 'active'
}

export async function summaryOf(
  repository: AlertRepository,
  { user, accountStatus }: AlertCaller,
  watchable: Watchable,
): Promise<AlertSummary> {
  const userId = user.user_id
  const [{ active }, unread, isPaused] = await Promise.all([
    repository.counts(userId),
    repository.unread(userId),
    repository.isPaused(userId),
  ])
  const unavailable = ALERT_KINDS.flatMap((kind) => {
    const reason = watchable.unavailable(kind, undefined)
    return reason === undefined ? [] : [{ kind, reason }]
  })
  return { active, limit: entitlements(accountStatus).activeAlerts, unread, is_paused: isPaused, unavailable }
}
