import type { passkeyAnswer, passkeyRegistration } from '@aerie/wire/account/account-security'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { PasskeyHost } from './passkey-host.ts'
import type { PasskeyRow } from './passkey-repository.ts'

export type PasskeyAnswer = z.output<typeof passkeyAnswer>
export type PasskeyRegistration = z.output<typeof passkeyRegistration>

/** Lazy: the library includes certificate parsers that a server without passkeys never needs. */
export const webauthn = () => import('@simplewebauthn/server')

const clientData = z.object({ challenge: z.string().check(z.maxLength(200)) })

/** @throws AppError rule_broken (`passkey_refused`) */
export function challengeOf({ clientDataJSON }: { readonly clientDataJSON: string }): string {
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

export async function checkAnswer({ id, response }: PasskeyAnswer, passkey: PasskeyRow, { challenge, at }: Expected): Promise<number> {
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
