import { CODE_MINUTES, type verify } from '@aerie/wire/account/account-forms'
import type * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { type UserRow, userRepository } from '../details/user-repository.ts'
import { tokenHash } from '../secrets.ts'
import type { GrantedSession, Visitor } from '../sessions/session-service.ts'
import { codeRepository, draftOf, requireCodeTry, type SignupDraft } from './code-repository.ts'

export type Client = {
  readonly nonce: string | undefined
  readonly isBrowser: boolean
}

export const confirmationService = ({ db, clock, keys, limits, sessions }: AccountDeps) => {
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
    /**
     * If the code's sign-up is ambiguous, the code sets a new password instead (docs/decisions/0035).
     * @throws AppError rate_limited, invalid_code, account_inactive, password_needed
     */
    verify: async (given: z.output<typeof verify>, visitor: Visitor, client: Client): Promise<GrantedSession> => {
      const right = await requireCodeTry(limits, given.email, visitor.address)
      const session = await db.transaction((tx) => confirm(tx, { ...given, visitor, client }))
      if (session === 'invalid_code') throw new AppError(session)
      await right()
      if (session === 'password_needed') throw new AppError(session, { detail: NEEDS_PASSWORD })
      if (session === 'account_inactive') throw new AppError(session)
      return session
    },
  }
}

type Refusal = 'invalid_code' | 'account_inactive' | 'password_needed'

const NEEDS_PASSWORD = `The code is correct, but the sign-up was in another browser. Set a password with it (reset-password) within ${CODE_MINUTES} minutes.`

/** Unambiguous sign-up: a client without cookies, at an address where all sign-ups have the same password. A browser has its nonce. */
const isOnlySignup = ({ isContested }: UserRow, { nonce, isBrowser }: Client): boolean => !isContested && !isBrowser && nonce === undefined

/** ID of no user: unknown addresses cost the same queries. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'
