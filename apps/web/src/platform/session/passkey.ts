import {
  createPasskey,
  createPasskeySession,
  newPasskey,
  passkeyAnswer,
  type passkeyEntry,
  type passkeyOptions,
  startPasskeyConfirmation,
  startPasskeyCreation,
  startPasskeyLogin,
} from '@aerie/wire/account/account-security'
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import { api } from '../api/api.ts'
import { errorText } from '../api/error-text.ts'
import { startSession } from './session.ts'

const browser = () => import('@simplewebauthn/browser')

/** Why passkeys are unavailable on this page; undefined if they are available. */
export function passkeyObstacle({ hostname, isSecure, isKnown }: PasskeyContext = pageContext()): string | undefined {
  if (/^\[|^\d+(\.\d+){3}$/.test(hostname))
    return 'Passkeys need a host name and do not work at an IP address. Open Aerie by a name, such as localhost on this machine.'
  if (!isSecure) return 'Passkeys need https, or localhost. Open Aerie by an https address.'
  return isKnown ? undefined : 'This browser does not support passkeys.'
}

type PasskeyContext = { readonly hostname: string; readonly isSecure: boolean; readonly isKnown: boolean }
const pageContext = (): PasskeyContext => ({
  hostname: location.hostname,
  isSecure: window.isSecureContext,
  isKnown: typeof PublicKeyCredential === 'function',
})

export async function addPasskey(name: string): Promise<z.output<typeof passkeyEntry>> {
  const [{ startRegistration }, asked] = await Promise.all([browser(), api(startPasskeyCreation, {})])
  // Written by the server's library in the format the browser's reads; the wire schema does not repeat its fields.
  const passkey = await startRegistration({ optionsJSON: asked as unknown as PublicKeyCredentialCreationOptionsJSON })
  return api(createPasskey, { body: z.parse(newPasskey, { name, passkey }) })
}

export async function logInWithPasskey(): Promise<void> {
  const asked = await api(startPasskeyLogin, { anonymous: true })
  startSession(await api(createPasskeySession, { body: { passkey: await signed(asked) }, anonymous: true }))
}

/** Signed assertion for the body of `reauthenticate`. @throws ApiError; WebAuthnError of the browser */
export const passkeyProof = async () => ({
  passkey: await signed(await api(startPasskeyConfirmation, {})),
})

async function signed(asked: z.output<typeof passkeyOptions>): Promise<z.output<typeof passkeyAnswer>> {
  const { startAuthentication } = await browser()
  return z.parse(passkeyAnswer, await startAuthentication({ optionsJSON: asked as unknown as PublicKeyCredentialRequestOptionsJSON }))
}

export function passkeyFailure(error: unknown): string {
  const name =
    error instanceof Error && 'code' in error && error.cause instanceof Error ? error.cause.name : error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used: the request was cancelled or took too long.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'SecurityError' || name === 'WebAuthnError')
    return 'The passkey could not be used here. Open Aerie by the address it was made for.'
  return errorText(error)
}
