import { ApexRefusal } from '@aerie/apex/apex-calls'
import type { Clock } from '@aerie/core/time'
import { AppError } from '../../platform/http/app-error.ts'
import { asAppError } from './apex-errors.ts'
import type { liveOrderReconcile } from './live-order-reconcile.ts'
import { ENDED, type LiveOrderRepository, type LiveOrderRow } from './live-order-repository.ts'
import { APEX_MESSAGES } from './messages.ts'
import type { WatchedAccounts } from './watched-accounts.ts'

type Deps = {
  readonly repository: LiveOrderRepository
  readonly accounts: Pick<WatchedAccounts, 'accountOf'>
  readonly reconcile: Pick<ReturnType<typeof liveOrderReconcile>, 'one'>
  readonly clock: Clock
}

const isOver = ({ state, reported }: LiveOrderRow): boolean => state === 'refused' || (reported !== null && ENDED.has(reported.status))

/** Cancels in any state; needs no seed. */
export function liveOrderCancel({ repository, accounts, reconcile, clock }: Deps) {
  const found = async (userId: string, clientId: string): Promise<LiveOrderRow> => {
    const row = await repository.find({ userId, clientId })
    if (row === undefined) throw new AppError('not_found', { detail: 'You have no such live order.' })
    return row
  }
  const withdrawn = async (row: LiveOrderRow): Promise<LiveOrderRow | undefined> => {
    const at = new Date(clock.now())
    const change = { state: 'refused', code: 'not_sent', reason: 'You withdrew it. Nothing was sent.', judgedAt: at, endedAt: at } as const
    return await repository.advance(row, ['prepared'], change)
  }
  const asked = async ({ userId, clientId }: LiveOrderRow): Promise<LiveOrderRow> => {
    await reconcile.one(await found(userId, clientId))
    return await found(userId, clientId)
  }
  const afterRefusal = async (row: LiveOrderRow, refusal: ApexRefusal): Promise<LiveOrderRow> => {
    const present = await asked(row)
    if (isOver(present)) return present
    if (present.reported === null)
      throw new AppError('conflict', {
        reason: 'apex_not_known_yet',
        detail: 'ApeX Omni does not know this order yet. Aerie keeps asking: cancel it once it appears as open.',
      })
    throw asAppError(refusal)
  }
  const atApex = async (row: LiveOrderRow): Promise<LiveOrderRow> => {
    const account = await accounts.accountOf(row.userId)
    if (account.owner !== row.account)
      throw new AppError('rule_broken', { reason: 'apex_other_account', detail: APEX_MESSAGES.ofOtherAccount })
    // A push reports the end sooner than polling.
    void account.watch().catch(() => undefined)
    const call = row.reported === null ? account.cancelByClientId(row.clientId) : account.cancel(row.reported.id)
    try {
      await call
    } catch (error) {
      if (!(error instanceof ApexRefusal)) throw asAppError(error, APEX_MESSAGES.cancelUnknown)
      return await afterRefusal(row, error)
    }
    return await asked(row)
  }
  /** An order that has already ended is no error. @throws AppError not_found, conflict, rule_broken, unavailable */
  return async (userId: string, clientId: string): Promise<LiveOrderRow> => {
    const row = await found(userId, clientId)
    if (isOver(row)) return row
    if (row.state !== 'prepared') return await atApex(row)
    // Sent concurrently by another window: then cancel it at ApeX.
    const dropped = await withdrawn(row)
    if (dropped !== undefined) return dropped
    const present = await found(userId, clientId)
    return isOver(present) ? present : await atApex(present)
  }
}
