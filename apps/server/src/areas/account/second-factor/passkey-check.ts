import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { MINUTE_MS } from '@aerie/core/time'
import { PASSKEY_MINUTES, type passkeyAnswer, type passkeyRegistration } from '@aerie/wire/account/account-security'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { type ChallengeKey, type PasskeyRow, passkeyRepository } from './passkey-repository.ts'

export type PasskeyAnswer = z.output<typeof passkeyAnswer>
export type PasskeyRegistration = z.output<typeof passkeyRegistration>

/** Lazy: the library includes certificate parsers that a server without passkeys never needs. */
export const webauthn = () => import('@simplewebauthn/server')

const clientData = z.object({ challenge: z.string().check(z.maxLength(200)) })

/** @throws AppError rule_broken (`passkey_refused`) */
function challengeOf({ clientDataJSON }: { readonly clientDataJSON: string }): string {
  try {
    return z.parse(clientData, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge
  } catch (cause) {
    throw refusedPasskey(cause)
  }
}

/** One error for every cause: expired, used, wrong host or browser, forged, removed. Not 401: the access token may be valid. */
export const refusedPasskey = (cause?: unknown): AppError =>
  new AppError('rule_broken', {
    reason: 'passkey_refused',
    detail: 'This passkey was not accepted. It may belong to another address, be removed or be too late. Try again.',
    cause,
  })

type Expected = { readonly challenge: string; readonly at: PasskeyHost }

type NewCredential = { readonly id: string; readonly publicKey: Buffer; readonly counter: number; readonly isBackedUp: boolean }

export async function checkRegistration(
  { id, response: { clientDataJSON, attestationObject } }: PasskeyRegistration,
  { challenge, at }: Expected,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: at.origin,
      expectedRPID: at.host,
      requireUserVerification: true,
    })
    if (registrationInfo !== undefined) {
      const { credential, credentialBackedUp: isBackedUp } = registrationInfo
      return { id: credential.id, publicKey: Buffer.from(credential.publicKey), counter: credential.counter, isBackedUp }
    }
  } catch (cause) {
    // The library throws plain errors for anything a forged response may contain.
    throw refusedPasskey(cause)
  }
  throw refusedPasskey()
}

async function checkAnswer({ id, response }: PasskeyAnswer, passkey: PasskeyRow, { challenge, at }: Expected): Promise<number> {
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: at.origin,
      expectedRPID: at.host,
      // The counter is compared on storing, so that only one of two concurrent responses succeeds.
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    })
    if (verified) return authenticationInfo.newCounter
  } catch (cause) {
    throw refusedPasskey(cause)
  }
  throw refusedPasskey()
}

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

export type PasskeyHost = { readonly host: string; readonly origin: string }
type Asked = Pick<FastifyRequest, 'host' | 'protocol' | 'headers'>

/**
 * PUBLIC_URL, else the page's origin, which same-origin.ts has checked against the Host header. DNS rebinding gains nothing: a foreign host
 * name has no passkeys of this one.
 * @throws AppError rule_broken on a bare IP address, or http other than this machine
 */
export function passkeyHostOf({ host, protocol, headers }: Asked, publicUrl: string | undefined): PasskeyHost {
  const page = new URL(publicUrl ?? pageOrigin(host, headers.origin) ?? `${protocol}://${host}`)
  if (isIP(page.hostname.replaceAll(/[[\]]/g, '')) !== 0)
    throw noPasskeys(
      'Passkeys need a host name and do not work at an IP address. Open Aerie by a name, such as http://localhost:4800 on this machine.',
    )
  if (page.protocol !== 'https:' && !/^(.+\.)?localhost$/.test(page.hostname))
    throw noPasskeys('Passkeys need https, or localhost. Open Aerie by an https address.')
  return { host: page.hostname, origin: page.origin }
}

const pageOrigin = (host: string, origin: string | undefined): string | undefined =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host === host ? origin : undefined

const noPasskeys = (detail: string): AppError => new AppError('rule_broken', { reason: 'passkey_host', detail })
