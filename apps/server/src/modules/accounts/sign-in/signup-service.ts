import { randomUUID } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '@aerie/core/time'
import type { signup } from '@aerie/wire/account/account-forms'
import type * as z from 'zod/mini'
import type { Db } from '../../../db/client.ts'
import { dedupeWithin } from '../dedupe-within.ts'
import type { AccountDeps } from '../deps.ts'
import { userRepository } from '../details/user-repository.ts'
import type { UserRow } from '../details/user-row.ts'
import { LIMITS } from '../entitlement/limits.ts'
import { alreadyRegisteredMail, verifyMail } from '../mails/account-mails.ts'
import { takeMailBudget } from '../mails/mail-budget.ts'
import { refuseEasyPassword } from '../password/refuse-easy-password.ts'
import { drawToken, tokenHash } from '../secrets.ts'
import type { Visitor } from '../sessions/session-service.ts'
import { codeRepository, type SignupDraft } from './code-repository.ts'

type SignupForm = z.output<typeof signup>

/** The same form sent again within this acts once: a double click, a retry after a lost answer. */
const REPEAT_MS = 10 * SECOND_MS

export const signupService = (deps: AccountDeps) => {
  const { db, clock, keys, passwords, limits, queueMail } = deps
  const once = dedupeWithin<string>(clock, REPEAT_MS)

  /** Known or not, the same work is done up to the transaction, and in it a mail is queued in either case. */
  const register = async (form: SignupForm, { address }: Visitor, nonce: string): Promise<void> => {
    const pendingHash = await hashOfPending(form.email)
    const isRepeated = await passwords.matches(form.password, pendingHash)
    const draft = { passwordHash: await passwords.hash(form.password), firstName: form.first_name, lastName: form.last_name }
    const isMailed = await takeMailBudget(limits, form.email, address)
    const repeats = isRepeated ? pendingHash : undefined
    await db.transaction((tx) => keep(tx, { email: form.email, draft, nonce, isMailed, repeats }))
  }

  type Asked = {
    readonly email: string
    readonly draft: SignupDraft
    readonly nonce: string
    readonly isMailed: boolean
    /** The password hash of the pending sign-up that has the same password. */
    readonly repeats: string | undefined
  }
  const keep = async (tx: Db, { email, draft, nonce, isMailed, repeats }: Asked): Promise<void> => {
    const at = new Date(clock.now())
    const users = userRepository(tx)
    const isNew = await users.insert({ id: randomUUID(), email, ...draft, at })
    const user = await users.lockByEmail(email)
    if (user === undefined) return
    if (isTaken(user)) return isMailed ? tellOwner(tx, user, at) : undefined
    // Also where nothing may be mailed: whoever reads an older code must not get the password of another sign-up.
    if (!isNew && user.passwordHash !== repeats) await users.update(user.id, { isContested: true }, at)
    if (isMailed) await mailCode(tx, user, { draft, nonce, at })
  }

  const hashOfPending = async (email: string): Promise<string | undefined> => {
    const found = await userRepository(db).findByEmail(email)
    return found?.user.isConfirmed === false ? found.user.passwordHash : undefined
  }

  const tellOwner = (tx: Db, user: UserRow, at: Date): Promise<void> =>
    queueMail(tx, alreadyRegisteredMail({ user, expiresAt: new Date(at.getTime() + DAY_MS) }))

  type Mailing = { readonly draft: SignupDraft; readonly nonce: string; readonly at: Date }
  const mailCode = async (tx: Db, user: UserRow, { draft, nonce, at }: Mailing): Promise<void> => {
    await userRepository(tx).update(user.id, draft, at)
    const browserHash = tokenHash(nonce)
    const { code, expiresAt } = await codeRepository(tx, keys.codes).issue({
      userId: user.id,
      purpose: 'verify',
      at,
      ...draft,
      browserHash,
    })
    await queueMail(tx, verifyMail({ to: user.email, expiresAt, code }))
  }

  return {
    /** @returns the nonce that the browser is to keep: drawn for a known address, too. @throws AppError rate_limited, password_common */
    signup: async (form: SignupForm, visitor: Visitor): Promise<string> => {
      await limits.demand([LIMITS.signupAddress, visitor.address], [LIMITS.signupAccount, form.email])
      refuseEasyPassword(form.password, { email: form.email, firstName: form.first_name, lastName: form.last_name })
      return once([form.email, form.password, form.first_name, form.last_name], async () => {
        const nonce = drawToken()
        await register(form, visitor, nonce)
        return nonce
      })
    },
  }
}

const isTaken = ({ isConfirmed, isActive }: UserRow): boolean => isConfirmed || !isActive
