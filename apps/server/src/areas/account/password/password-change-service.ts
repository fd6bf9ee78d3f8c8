import type { passwordChange } from '@aerie/wire/account/account-security'
import type * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { lockingOwnUser, userRepository } from '../details/user-repository.ts'
import { notifyOfChange } from '../mails/security-mails.ts'
import { ownSessionRepository, sessionRepository } from '../sessions/session-repository.ts'
import type { Caller } from '../sessions/session-service.ts'
import { codeRepository } from '../sign-in/code-repository.ts'
import { apiTokenRepository } from '../tokens/api-token-repository.ts'
import { refuseEasyPassword } from './password-rules.ts'
import { provePassword } from './password-tries.ts'

/** Requires the current password. Ends all other sessions and all API tokens. */
export const passwordChangeService = (deps: AccountDeps) => ({
  change: async ({ user, sessionId }: Caller, { current, next }: z.output<typeof passwordChange>, address: string): Promise<number> => {
    const { db, clock, keys, passwords, queueMail, sessions } = deps
    refuseEasyPassword(next, { email: user.email, firstName: user.first_name, lastName: user.last_name }, 'next')
    const checkedHash = await provePassword(deps, { userId: user.user_id, address, password: current, field: 'current' })
    if (next.normalize('NFC') === current.normalize('NFC')) throw samePassword()
    const passwordHash = await passwords.hash(next)
    const ended = await lockingOwnUser(db, user.user_id, async (tx, row) => {
      // The password changed in the meantime, so the verified one is outdated.
      if (row.passwordHash !== checkedHash) throw new AppError('conflict')
      const at = new Date(clock.now())
      await userRepository(tx).update(row.id, { passwordHash }, at)
      await codeRepository(tx, keys.codes).deleteAll(row.id)
      await apiTokenRepository(tx).deleteAllOf(row.id)
      await ownSessionRepository(tx).reauthenticate(sessionId, at)
      await notifyOfChange(queueMail, tx, { user: row, change: 'passwordChanged', at })
      return sessionRepository(tx).revoke({ userId: row.id, except: sessionId }, 'password-change', at)
    })
    sessions.announce(ended)
    return ended.length
  },
})

const samePassword = (): AppError =>
  new AppError('rule_broken', {
    reason: 'password_unchanged',
    detail: 'This is your current password. Choose another.',
    errors: { next: ['This is your current password. Choose another.'] },
  })
