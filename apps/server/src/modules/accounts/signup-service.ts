import { randomUUID } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '@aerie/core/time'
import type { signup, verify } from '@aerie/wire/accounts'
import type * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import { AppError } from '../../plugins/app-error.ts'
import { alreadyRegisteredMail, verifyMail } from './account-mails.ts'
import { codeRepository, draftOf, type SignupDraft } from './code-repository.ts'
import { demandCodeTry } from './code-tries.ts'
import type { AccountDeps } from './deps.ts'
import { LIMITS } from './limits.ts'
import { mayMail } from './mail-budget.ts'
import { refuseEasyPassword } from './refuse-easy-password.ts'
import { repeatedOnce } from './repeated-once.ts'
import type { GrantedSession, Visitor } from './session-service.ts'
import { userRepository } from './user-repository.ts'
import type { UserRow } from './user-row.ts'

type SignupForm = z.output<typeof signup>

/** The same form sent again within this acts once: a double click, a retry after a lost answer. */
const REPEAT_MS = 10 * SECOND_MS

export const signupService = (deps: AccountDeps) => {
  const { db, clock, keys, passwords, limits, sessions, queueMail } = deps
  const once = repeatedOnce(clock, REPEAT_MS)

  /** Known or not, the same work is done up to the transaction, and in it a mail is queued in either case. */
  const register = async (form: SignupForm, { address }: Visitor): Promise<void> => {
    const draft = { passwordHash: await passwords.hash(form.password), firstName: form.first_name, lastName: form.last_name }
    const isMailed = await mayMail(limits, form.email, address)
    await db.transaction(async (tx) => {
      const at = new Date(clock.now())
      await userRepository(tx).insert({ id: randomUUID(), email: form.email, ...draft, at })
      const user = await userRepository(tx).lockByEmail(form.email)
      if (user === undefined || !isMailed) return
      await (user.isConfirmed || !user.isActive ? tellOwner(tx, user, at) : mailCode(tx, user, { draft, at }))
    })
  }

  const tellOwner = (tx: Db, user: UserRow, at: Date): Promise<void> =>
    queueMail(tx, alreadyRegisteredMail({ to: user.email, firstName: user.firstName, expiresAt: new Date(at.getTime() + DAY_MS) }))

  const mailCode = async (tx: Db, user: UserRow, { draft, at }: { draft: SignupDraft; at: Date }): Promise<void> => {
    await userRepository(tx).update(user.id, draft, at)
    const { code, expiresAt } = await codeRepository(tx, keys.codes).issue({ userId: user.id, purpose: 'verify', at, draft })
    await queueMail(tx, verifyMail({ to: user.email, firstName: draft.firstName, expiresAt, code }))
  }

  type Confirmation = { email: string; code: string; visitor: Visitor }
  const confirm = async (tx: Db, { email, code, visitor }: Confirmation): Promise<GrantedSession | 'invalid' | 'inactive'> => {
    const at = new Date(clock.now())
    const users = userRepository(tx)
    const user = await users.lockByEmail(email)
    const row = await codeRepository(tx, keys.codes).consume({ userId: user?.id ?? NOBODY, purpose: 'verify', at, code })
    const draft = draftOf(row)
    if (user === undefined || draft === undefined) return 'invalid'
    if (!user.isActive) return 'inactive'
    await users.update(user.id, { ...draft, isConfirmed: true }, at)
    const owner = await users.findById(user.id)
    return owner === undefined ? 'invalid' : sessions.open(tx, owner, visitor)
  }

  return {
    /** @throws AppError rate_limited, password_common */
    signup: async (form: SignupForm, visitor: Visitor): Promise<void> => {
      await limits.demand([LIMITS.signupAddress, visitor.address], [LIMITS.signupAccount, form.email])
      refuseEasyPassword(form.password, { email: form.email, firstName: form.first_name, lastName: form.last_name })
      await once([form.email, form.password, form.first_name, form.last_name], () => register(form, visitor))
    },

    /** Mails a new code to somebody who has just given the right password of an account that waits for it. */
    sendCode: async (user: UserRow, { address }: Visitor): Promise<void> => {
      if (!(await mayMail(limits, user.email, address))) return
      const { passwordHash, firstName, lastName } = user
      await db.transaction(async (tx) => {
        const current = await userRepository(tx).lockByEmail(user.email)
        if (current === undefined || current.isConfirmed) return
        await mailCode(tx, user, { draft: { passwordHash, firstName, lastName }, at: new Date(clock.now()) })
      })
    },

    /**
     * Confirms the address, with the password and names of the sign-up whose code it is, and opens a session.
     *
     * @throws AppError rate_limited, invalid_code, account_inactive
     */
    verify: async ({ email, code }: z.output<typeof verify>, visitor: Visitor): Promise<GrantedSession> => {
      const right = await demandCodeTry(limits, email, visitor.address)
      const session = await db.transaction((tx) => confirm(tx, { email, code, visitor }))
      if (session === 'invalid') throw new AppError('invalid_code')
      await right()
      if (session === 'inactive') throw new AppError('account_inactive')
      return session
    },
  }
}

/** The id that no user has: an unknown address costs the same queries. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'
