import { randomUUID } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '@aerie/core/time'
import { CODE_MINUTES, type signup, type verify } from '@aerie/wire/accounts'
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
import { drawBrowserNonce, tokenHash } from './secrets.ts'
import type { GrantedSession, Visitor } from './session-service.ts'
import { userRepository } from './user-repository.ts'
import type { UserRow } from './user-row.ts'

type SignupForm = z.output<typeof signup>

/** What a request says of the program that sent it. */
export type Client = {
  /** The nonce of this browser's own sign-up. */
  readonly nonce: string | undefined
  readonly isBrowser: boolean
}

/** The same form sent again within this acts once: a double click, a retry after a lost answer. */
const REPEAT_MS = 10 * SECOND_MS

export const signupService = (deps: AccountDeps) => {
  const { db, clock, keys, passwords, limits, sessions, queueMail } = deps
  const once = repeatedOnce<string>(clock, REPEAT_MS)

  /** Known or not, the same work is done up to the transaction, and in it a mail is queued in either case. */
  const register = async (form: SignupForm, { address }: Visitor, nonce: string): Promise<void> => {
    const pendingHash = await hashOfPending(form.email)
    const isRepeated = await passwords.matches(form.password, pendingHash)
    const draft = { passwordHash: await passwords.hash(form.password), firstName: form.first_name, lastName: form.last_name }
    const isMailed = await mayMail(limits, form.email, address)
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
    queueMail(tx, alreadyRegisteredMail({ to: user.email, firstName: user.firstName, expiresAt: new Date(at.getTime() + DAY_MS) }))

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
    await queueMail(tx, verifyMail({ to: user.email, firstName: draft.firstName, expiresAt, code }))
  }

  type Confirmation = z.output<typeof verify> & { readonly visitor: Visitor; readonly client: Client }
  const confirm = async (tx: Db, { email, code, visitor, client }: Confirmation): Promise<GrantedSession | Refusal> => {
    const at = new Date(clock.now())
    const users = userRepository(tx)
    const codes = codeRepository(tx, keys.codes)
    const user = await users.lockByEmail(email)
    const of = { userId: user?.id ?? NOBODY, at }
    const own = await codes.findDraft({ ...of, browserHash: tokenHash(client.nonce ?? '') })
    const mailed = draftOf(await codes.consume({ ...of, purpose: 'verify', code }))
    if (user === undefined || mailed === undefined) return 'invalid_code'
    if (!user.isActive) return 'account_inactive'
    const draft = own ?? (isOnlySignup(user, client) ? mailed : undefined)
    if (draft !== undefined) return open(tx, { user, draft, visitor, at })
    await codes.issue({ ...of, purpose: 'reset', code })
    return 'password_needed'
  }

  type Opening = { readonly user: UserRow; readonly draft: SignupDraft; readonly visitor: Visitor; readonly at: Date }
  const open = async (tx: Db, { user, draft, visitor, at }: Opening): Promise<GrantedSession> => {
    const users = userRepository(tx)
    await users.update(user.id, { ...draft, isConfirmed: true, isContested: false }, at)
    const owner = await users.findById(user.id)
    if (owner === undefined) throw new Error('a user that is locked is gone')
    return sessions.open(tx, owner, visitor)
  }

  return {
    /** @returns the nonce that the browser is to keep: drawn for a known address, too. @throws AppError rate_limited, password_common */
    signup: async (form: SignupForm, visitor: Visitor): Promise<string> => {
      await limits.demand([LIMITS.signupAddress, visitor.address], [LIMITS.signupAccount, form.email])
      refuseEasyPassword(form.password, { email: form.email, firstName: form.first_name, lastName: form.last_name })
      return once([form.email, form.password, form.first_name, form.last_name], async () => {
        const nonce = drawBrowserNonce()
        await register(form, visitor, nonce)
        return nonce
      })
    },

    /**
     * Confirms the address and opens a session, with the password and names of this browser's own sign-up. Where it is not sure whose
     * sign-up the code was mailed for, the code sets a new password instead (docs/decisions/0225).
     *
     * @throws AppError rate_limited, invalid_code, account_inactive, password_needed
     */
    verify: async (given: z.output<typeof verify>, visitor: Visitor, client: Client): Promise<GrantedSession> => {
      const right = await demandCodeTry(limits, given.email, visitor.address)
      const session = await db.transaction((tx) => confirm(tx, { ...given, visitor, client }))
      if (session === 'invalid_code') throw new AppError(session)
      await right()
      if (session === 'password_needed') throw new AppError(session, { detail: NEEDS_PASSWORD })
      if (session === 'account_inactive') throw new AppError(session)
      return session
    },
  }
}

const isTaken = ({ isConfirmed, isActive }: UserRow): boolean => isConfirmed || !isActive

type Refusal = 'invalid_code' | 'account_inactive' | 'password_needed'

const NEEDS_PASSWORD = `The code is right, but not of a sign-up in this browser. Set a password with it by reset-password, within ${CODE_MINUTES} minutes.`

/**
 * Whether a code can only be of the sign-up of whoever brings it: a program that keeps no cookies, at an address that all sign-ups
 * wanted with the same password. A browser that made one has its nonce.
 */
const isOnlySignup = ({ isContested }: UserRow, { nonce, isBrowser }: Client): boolean => !isContested && !isBrowser && nonce === undefined

/** The id that no user has: an unknown address costs the same queries. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'
