import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, DAY_MS, elapsedMs, SECOND_MS } from '@aerie/core/time'
import type { login, signup } from '@aerie/wire/account/account-forms'
import type * as z from 'zod/mini'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { type UserRow, userRepository } from '../details/user-repository.ts'
import { LIMITS, tooMany } from '../entitlement/limits.ts'
import { alreadyRegisteredMail, takeMailBudget, verifyMail } from '../mails/account-mails.ts'
import { passwordResetService } from '../password/password-reset-service.ts'
import { refuseEasyPassword } from '../password/password-rules.ts'
import { proveFactor, wrongFactor } from '../second-factor/second-factor.ts'
import { drawToken, tokenHash } from '../secrets.ts'
import type { AccountCookies } from '../sessions/account-cookies.ts'
import { sessionRepository } from '../sessions/session-repository.ts'
import type { GrantedSession, Visitor } from '../sessions/session-service.ts'
import { codeRepository, type SignupDraft } from './code-repository.ts'
import { confirmationService } from './confirmation-service.ts'

const MOST_REMEMBERED = 10_000

/** Runs work once for equal inputs within the window and shares the result. Failures are not cached. Inputs are kept as keyed hashes. */
const dedupeWithin = <T>(clock: Clock, windowMs: number) => {
  const key = randomBytes(32)
  const recent = boundedCache<Promise<T>>({ maxEntries: MOST_REMEMBERED, maxAgeMs: windowMs, now: () => elapsedMs(clock) })
  return (inputs: readonly string[], work: () => Promise<T>): Promise<T> => {
    const digest = createHmac('sha256', key).update(JSON.stringify(inputs)).digest('base64')
    const running = recent.get(digest)
    if (running !== undefined) return running
    const outcome = work().catch((error: unknown) => {
      recent.delete(digest)
      throw error
    })
    recent.set(digest, outcome)
    return outcome
  }
}

export type AuthServices = ReturnType<typeof authServices>

export const authServices = (deps: AccountDeps, cookies: AccountCookies, evened: ConstantTime = constantTime) => ({
  signup: signupService(deps),
  confirmation: confirmationService(deps),
  login: loginService(deps),
  passwordReset: passwordResetService(deps),
  cookies,
  constantTime: evened,
})

const STEP_MS = 100
/** Minimum pause after the work: longer than the difference between paths, and a mail is sent by then. */
const REST_MS = 60

type Timing = { readonly now: () => number; readonly pause: (ms: number) => Promise<unknown> }
const REAL: Timing = { now: () => performance.now(), pause: sleep }

type ConstantTime = <T>(work: () => Promise<T>) => Promise<T>

/** Delays the outcome to the next full 100 ms, so that timing does not reveal whether an address is known. */
export async function constantTime<T>(work: () => Promise<T>, { now, pause }: Timing = REAL): Promise<T> {
  const start = now()
  const [outcome] = await Promise.allSettled([work()])
  const taken = now() - start
  await pause(Math.ceil((taken + REST_MS) / STEP_MS) * STEP_MS - taken)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

type Try = {
  readonly wait: number | undefined
  readonly isKnownHere: boolean
  readonly giveBack: () => Promise<void>
}

type Opening = {
  readonly email: string
  readonly checkedHash: string
  readonly otp: string | undefined
  readonly visitor: Visitor
}

const loginService = (deps: AccountDeps) => {
  const { db, passwords, limits, sessions } = deps
  /** Counts the attempt before checking the password. */
  const requireTry = async (email: string, address: string): Promise<Try> => {
    const strict = [
      [LIMITS.loginPair, `${email} ${address}`],
      [LIMITS.loginAddress, address],
    ] as const
    const wide = [LIMITS.loginAccount, email] as const
    await limits.demand(...strict)
    const wait = await limits.take(wide)
    const isKnownHere = await sessionRepository(db).hasLoggedInFrom(email, address)
    return { wait, isKnownHere, giveBack: () => limits.giveBack(...strict, wide) }
  }

  return {
    /**
     * Unknown addresses and unconfirmed sign-ups cost the same work and return the same error as a wrong password; only a correct password
     * reveals that an account is inactive or has a second factor. Above the account limit the owner can still log in from known addresses;
     * a wrong password there returns the common rate-limit error, because otherwise it would reveal those addresses.
     * @throws AppError rate_limited, invalid_credentials, account_inactive, otp_required, invalid_code
     */
    login: async ({ email, password, otp }: z.output<typeof login>, visitor: Visitor): Promise<GrantedSession> => {
      const { wait, isKnownHere, giveBack } = await requireTry(email, visitor.address)
      const found = await userRepository(db).findByEmail(email)
      const owner = found?.user.isConfirmed ? found : undefined
      const isRight = await passwords.matches(password, owner?.user.passwordHash)
      if (wait !== undefined && !(isKnownHere && isRight)) throw tooMany(wait)
      if (!isRight || owner === undefined) throw new AppError('invalid_credentials')
      await giveBack()
      if (!owner.user.isActive) throw new AppError('account_inactive')
      return open({ email, checkedHash: owner.user.passwordHash, otp, visitor })
    },
  }

  async function open({ email, checkedHash, otp, visitor }: Opening): Promise<GrantedSession> {
    const session = await db.transaction(async (tx) => {
      // Lock: a concurrent password change or deactivation must win over this login.
      await userRepository(tx).lockByEmail(email)
      const owner = await userRepository(tx).findByEmail(email)
      if (owner?.user.passwordHash !== checkedHash) throw new AppError('invalid_credentials')
      if (!owner.user.isActive) throw new AppError('account_inactive')
      if ((await proveFactor(tx, deps, { user: owner.user, otp })) === 'wrong') return undefined
      return sessions.open(tx, owner, visitor)
    })
    // Throw after commit: the transaction counts the wrong code.
    if (session === undefined) throw wrongFactor()
    return session
  }
}

type SignupForm = z.output<typeof signup>

/** Repeated identical forms within this time act once: double clicks, retries after a lost response. */
const REPEAT_MS = 10 * SECOND_MS

const signupService = (deps: AccountDeps) => {
  const { db, clock, keys, passwords, limits, queueMail } = deps
  const once = dedupeWithin<string>(clock, REPEAT_MS)

  /** Does the same work for known and unknown addresses, and queues a mail in either case. */
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
    readonly repeats: string | undefined
  }
  const keep = async (tx: Db, { email, draft, nonce, isMailed, repeats }: Asked): Promise<void> => {
    const at = new Date(clock.now())
    const users = userRepository(tx)
    const isNew = await users.insert({ id: randomUUID(), email, ...draft, at })
    const user = await users.lockByEmail(email)
    if (user === undefined) return
    if (isTaken(user)) return isMailed ? notifyOwner(tx, user, at) : undefined
    // Even if no mail may be sent: an older code must not activate another sign-up's password.
    if (!isNew && user.passwordHash !== repeats) await users.update(user.id, { isContested: true }, at)
    if (isMailed) await mailCode(tx, user, { draft, nonce, at })
  }

  const hashOfPending = async (email: string): Promise<string | undefined> => {
    const found = await userRepository(db).findByEmail(email)
    return found?.user.isConfirmed === false ? found.user.passwordHash : undefined
  }

  const notifyOwner = (tx: Db, user: UserRow, at: Date): Promise<void> =>
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
