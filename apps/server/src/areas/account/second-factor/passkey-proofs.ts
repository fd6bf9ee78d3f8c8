import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@aerie/core/time'
import { PASSKEY_MINUTES } from '@aerie/wire/account/account-security'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/db/client.ts'
import type { AccountDeps } from '../deps.ts'
import { challengeOf, checkAnswer, type PasskeyAnswer, refusedPasskey, webauthn } from './passkey-check.ts'
import type { PasskeyHost } from './passkey-host.ts'
import { type ChallengeKey, type PasskeyRow, passkeyRepository } from './passkey-repository.ts'

export const CHALLENGE_MS = PASSKEY_MINUTES * MINUTE_MS
const CHALLENGE_BYTES = 32

type Deps = Pick<AccountDeps, 'db' | 'clock'> & { readonly logger: FastifyBaseLogger }
type Proof = { readonly answer: PasskeyAnswer; readonly key: ChallengeKey; readonly at: PasskeyHost }
type SignedBy = { readonly passkey: PasskeyRow; readonly counter: number }

/** Passkey challenges: single use, for one purpose, in one browser or session, for five minutes. */
export const passkeyProofs = ({ db, clock, logger }: Deps) => {
  const now = () => new Date(clock.now())

  const newChallenge = async (key: ChallengeKey): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = new Uint8Array(randomBytes(CHALLENGE_BYTES))
    const challenge = Buffer.from(bytes).toString('base64url')
    await passkeyRepository(db).keepChallenge({ ...key, challenge }, new Date(clock.now() + CHALLENGE_MS))
    return bytes
  }
  const takeChallenge = async (key: ChallengeKey, clientDataJSON: string): Promise<string> => {
    const challenge = challengeOf({ clientDataJSON })
    if (!(await passkeyRepository(db).takeChallenge({ ...key, challenge }, now()))) throw refusedPasskey()
    return challenge
  }
  const ask = async (key: ChallengeKey, { host }: PasskeyHost, allowed: readonly PasskeyRow[]) => {
    const { generateAuthenticationOptions } = await webauthn()
    return generateAuthenticationOptions({
      rpID: host,
      challenge: await newChallenge(key),
      timeout: CHALLENGE_MS,
      userVerification: 'required',
      allowCredentials: allowed.map(({ credentialId: id, transports }) => ({ id, transports })),
    })
  }
  const check = async ({ answer, key, at }: Proof): Promise<SignedBy> => {
    const challenge = await takeChallenge(key, answer.response.clientDataJSON)
    const passkey = await passkeyRepository(db).findByCredential(answer.id)
    if (passkey?.host !== at.host) throw refusedPasskey()
    return { passkey, counter: await checkAnswer(answer, passkey, { challenge, at }) }
  }
  const keepUse = async (tx: Db, { passkey, counter }: SignedBy): Promise<void> => {
    if (await passkeyRepository(tx).use(passkey.id, counter, now())) return
    const { id, userId } = passkey
    logger.warn({ passkey: id, user: userId, counter }, 'a passkey counts backwards or is gone: it may have been copied')
    throw refusedPasskey()
  }

  return { newChallenge, takeChallenge, ask, check, keepUse }
}
