import { randomUUID } from 'node:crypto'
import { MOST_PASSKEYS, type passkeyEntry } from '@aerie/wire/account/account-security'
import type { User } from '@aerie/wire/account/accounts'
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { lockingOwnUser } from '../details/user-repository.ts'
import { LIMITS } from '../entitlement/limits.ts'
import { notifyOfChange, requireChange } from '../mails/security-mails.ts'
import type { Caller } from '../sessions/session-service.ts'
import { CHALLENGE_MS, checkRegistration, type PasskeyHost, type PasskeyRegistration, passkeyProofs, webauthn } from './passkey-check.ts'
import { type PasskeyRow, passkeyRepository } from './passkey-repository.ts'

type Deps = AccountDeps & { readonly logger: FastifyBaseLogger }
type Entry = z.output<typeof passkeyEntry>
export const passkeyService = (deps: Deps) => {
  const { db, clock, limits, queueMail } = deps
  const { newChallenge, takeChallenge } = passkeyProofs(deps)
  const now = () => new Date(clock.now())

  return {
    list: async (userId: string): Promise<Entry[]> => (await passkeyRepository(db).list(userId)).map(entryOf),

    beginRegistration: async ({ user, sessionId }: Caller, { host }: PasskeyHost) => {
      await limits.demand([LIMITS.passkeyChallenge, user.user_id])
      const [{ generateRegistrationOptions }, own] = await Promise.all([webauthn(), passkeyRepository(db).list(user.user_id)])
      return generateRegistrationOptions({
        rpName: 'Aerie',
        rpID: host,
        userName: user.email,
        userID: userHandle(user),
        userDisplayName: `${user.first_name} ${user.last_name}`.trim(),
        challenge: await newChallenge({ purpose: 'register', holder: sessionId }),
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        excludeCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    register: async ({ user, sessionId }: Caller, { name, answer }: NewPasskey, at: PasskeyHost): Promise<Entry> => {
      await requireChange(limits, user.user_id)
      const challenge = await takeChallenge({ purpose: 'register', holder: sessionId }, answer.response.clientDataJSON)
      const made = await checkRegistration(answer, { challenge, at })
      const row: PasskeyRow = {
        id: randomUUID(),
        userId: user.user_id,
        name,
        credentialId: made.id,
        publicKey: made.publicKey,
        counter: made.counter,
        transports: answer.response.transports ?? [],
        host: at.host,
        isBackedUp: made.isBackedUp,
        createdAt: now(),
        lastUsedAt: null,
      }
      await lockingOwnUser(db, user.user_id, async (tx, owner) => {
        const repository = passkeyRepository(tx)
        if ((await repository.countOf(owner.id)) >= MOST_PASSKEYS) throw tooManyPasskeys()
        if (!(await repository.insert(row))) throw new AppError('conflict', { detail: 'This passkey is already registered.' })
        await notifyOfChange(queueMail, tx, { user: owner, change: 'passkeyAdded', at: row.createdAt })
      })
      return entryOf(row)
    },

    remove: async (userId: string, id: string): Promise<void> => {
      await requireChange(limits, userId)
      await lockingOwnUser(db, userId, async (tx, user) => {
        if (!(await passkeyRepository(tx).remove(userId, id))) throw new AppError('not_found')
        await notifyOfChange(queueMail, tx, { user, change: 'passkeyRemoved', at: now() })
      })
    },
  }
}

type NewPasskey = { readonly name: string; readonly answer: PasskeyRegistration }

const entryOf = ({ id, name, host, isBackedUp, createdAt, lastUsedAt }: PasskeyRow): Entry => ({
  id,
  name,
  host,
  is_backed_up: isBackedUp,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
})

/** Authenticators get the user ID, never the address. */
const userHandle = ({ user_id: id }: User): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'))

const tooManyPasskeys = (): AppError =>
  new AppError('rule_broken', { reason: 'too_many_passkeys', detail: `You can keep ${MOST_PASSKEYS} passkeys. Remove one first.` })
