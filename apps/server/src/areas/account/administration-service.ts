import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import type { Database, Db } from '../../platform/db/client.ts'
import type { OperatorParameters } from '../../platform/db/schema/operator-log.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type Subscription, type UserRow, type UserWithWallet, userRepository } from './details/user-repository.ts'
import { entitlementStore } from './entitlement/entitlement-store.ts'
import type { QueueMail } from './mails/account-mails.ts'
import { notifyOfChange } from './mails/security-mails.ts'
import { type Operator, type OperatorLogRow, operatorLogRepository } from './operator-log.ts'
import { refuseEasyPassword } from './password/password-rules.ts'
import type { Passwords } from './password/passwords.ts'
import { otpRepository } from './second-factor/otp-repository.ts'
import { passkeyRepository } from './second-factor/passkey-repository.ts'
import { shownSession } from './sessions/own-session-service.ts'
import { ownSessionRepository, sessionRepository } from './sessions/session-repository.ts'
import { REFRESH_TOKEN_MS } from './sessions/session-service.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly queueMail: QueueMail
  readonly operator: Operator
  readonly announce?: (sessionIds: string[]) => void
  readonly forgetUser?: (userId: string) => void
}
type NewAccount = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
}
/** Times are ISO 8601. */
export type OperatorSession = ReturnType<typeof shownSession>
export type RemovedFactor = { readonly authenticator: boolean; readonly passkeys: number }
type Changed<T> = { readonly result: T; readonly parameters: OperatorParameters }

/** Operator actions on accounts. Running servers notice them within seconds. Each change is one transaction with its log row. */
export const administrationService = (deps: Deps) => {
  const { db, clock, passwords, operator, announce } = deps
  const now = () => new Date(clock.now())

  const change = changes(deps)

  return {
    create: async ({ email, password, firstName, lastName }: NewAccount): Promise<void> => {
      refuseEasyPassword(password, { email, firstName, lastName })
      const passwordHash = await passwords.hash(password)
      await db.transaction(async (tx) => {
        const id = randomUUID()
        const at = now()
        const isAdded = await userRepository(tx).insert({ id, email, passwordHash, firstName, lastName, at })
        if (!isAdded) throw new AppError('conflict', { detail: `There is already a user with the address ${email}.` })
        await userRepository(tx).update(id, { isConfirmed: true }, at)
        const parameters = { first_name: firstName, last_name: lastName }
        await operatorLogRepository(tx).add(operator, { at, user: { id, email }, parameters })
      })
    },

    setActive: async (email: string, isActive: boolean): Promise<void> => {
      const ended = await change(email, async (tx, { id }) => {
        await userRepository(tx).update(id, { isActive }, now())
        const result = isActive ? [] : await sessionRepository(tx).revoke({ userId: id }, 'deactivated', now())
        return { result, parameters: isActive ? {} : { sessions_ended: result.length } }
      })
      announce?.(ended)
    },

    /** With claw ends the grant; paid time continues. @returns the effective plan */
    setSubscription: (email: string, subscription: Subscription): Promise<Subscription> =>
      change(email, async (tx, { id }) => {
        await entitlementStore(tx).grant(id, subscription, now())
        const holds = (await userRepository(tx).findById(id))?.user.subscription ?? subscription
        return { result: holds, parameters: { granted: subscription, holds } }
      }),

    /** Paid time continues. @returns the effective plan. @throws AppError not_found; conflict if nothing was granted */
    endSubscription: (email: string): Promise<Subscription> =>
      change(email, async (tx, { id, grantedSubscription }) => {
        if (grantedSubscription === 'claw') throw new AppError('conflict', { detail: `${email} has no subscription that was granted.` })
        await entitlementStore(tx).grant(id, 'claw', now())
        const holds = (await userRepository(tx).findById(id))?.user.subscription ?? 'claw'
        return { result: holds, parameters: { granted: 'claw', holds } }
      }),

    setDailyCalls: (email: string, dailyCalls: number | null): Promise<void> =>
      change(email, async (tx, { id, dailyCallsOverride }) => {
        if (dailyCalls === null && dailyCallsOverride === null)
          throw new AppError('conflict', { detail: `${email} has no limit of their own.` })
        await userRepository(tx).update(id, { dailyCallsOverride: dailyCalls }, now())
        return { result: undefined, parameters: { daily_calls: dailyCalls } }
      }),

    setVip: (email: string, isVip: boolean): Promise<void> =>
      change(email, async (tx, user) => {
        const { id } = user
        if (!isVip && !user.isVip) throw new AppError('conflict', { detail: `${email} is not VIP.` })
        await userRepository(tx).update(id, { isVip }, now())
        return { result: undefined, parameters: { is_vip: isVip } }
      }),

    ...accessAdministration(deps),
    list: (): Promise<UserWithWallet[]> => userRepository(db).list(),
  }
}

function accessAdministration(deps: Deps) {
  const { db, clock, queueMail, operator, announce } = deps
  const now = () => new Date(clock.now())
  const change = changes(deps)
  const requireUser = async (email: string): Promise<UserRow> => {
    const found = await userRepository(db).findByEmail(email)
    if (found === undefined) throw noUser(email)
    return found.user
  }

  return {
    listSessions: async (email: string): Promise<OperatorSession[]> => {
      const { id } = await requireUser(email)
      const refreshedSince = new Date(clock.now() - REFRESH_TOKEN_MS)
      return (await ownSessionRepository(db).listLive(id, { at: now(), refreshedSince })).map(shownSession)
    },

    /** Also closes their sockets. @throws AppError not_found, also for another user's session */
    endSessions: async (email: string, which: { readonly id: string } | 'all'): Promise<number> => {
      const ended = await change(email, async (tx, { id: userId }) => {
        const chosen = which === 'all' ? { userId } : { userId, id: which.id }
        const result = await sessionRepository(tx).revoke(chosen, 'operator', now())
        if (which !== 'all' && result.length === 0)
          throw new AppError('not_found', { detail: `${email} has no session ${which.id} that has not ended.` })
        return { result, parameters: { session: which === 'all' ? 'all' : which.id, sessions_ended: result.length } }
      })
      announce?.(ended)
      return ended.length
    },

    /** Removes authenticator, recovery codes and passkeys, and mails the user. */
    removeFactor: (email: string): Promise<RemovedFactor> =>
      change(email, async (tx, user) => {
        const authenticator = await otpRepository(tx).remove(user.id)
        const removed = { authenticator, passkeys: await passkeyRepository(tx).removeAllOf(user.id) }
        if (!authenticator && removed.passkeys === 0)
          throw new AppError('conflict', { detail: `${email} has neither an authenticator app nor a passkey.` })
        await notifyOfChange(queueMail, tx, { user, change: 'factorRemoved', at: now() })
        return { result: removed, parameters: removed }
      }),

    /** Logs a request to the running server in advance: it makes no database change of its own. */
    noteAsked: (parameters: OperatorParameters): Promise<void> =>
      operatorLogRepository(db).add(operator, { at: now(), user: null, parameters }),

    log: async (email: string | undefined, limit: number): Promise<OperatorLogRow[]> => {
      const rows = await operatorLogRepository(db).list({ email, limit })
      if (rows.length === 0 && email !== undefined) await requireUser(email)
      return rows
    },
  }
}

function changes({ db, clock, operator, forgetUser }: Deps) {
  return async <T>(email: string, work: (tx: Db, user: UserRow) => Promise<Changed<T>>): Promise<T> => {
    const { result, userId } = await db.transaction(async (tx) => {
      const user = await userRepository(tx).lockByEmail(email)
      if (user === undefined) throw noUser(email)
      const { result, parameters } = await work(tx, user)
      await operatorLogRepository(tx).add(operator, { at: new Date(clock.now()), user, parameters })
      return { result, userId: user.id }
    })
    forgetUser?.(userId)
    return result
  }
}

const noUser = (email: string): AppError => new AppError('not_found', { detail: `There is no user with the address ${email}.` })
