import '@fastify/cookie'
import { MINUTE_MS } from '@aerie/core/time'
import { CODE_MINUTES } from '@aerie/wire/account/account-forms'
import { PASSKEY_MINUTES } from '@aerie/wire/account/account-security'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_TOKEN_MS } from './session-service.ts'

/** A secret that a browser keeps for this server and that no script on its pages can read. */
export type SecretCookie = {
  readonly read: (request: FastifyRequest) => string | undefined
  readonly write: (reply: FastifyReply, secret: string) => void
  readonly clear: (reply: FastifyReply) => void
}
export type AccountCookies = {
  /** Holds the refresh token. */
  readonly session: SecretCookie
  /** Says which browser made a sign-up, for as long as its code holds. */
  readonly signup: SecretCookie
  /** Says which browser asked to log in with a passkey. */
  readonly passkey: SecretCookie
}

/**
 * The cookies of accounts: http-only, same site only, `__Host-` and Secure. Browsers keep a Secure cookie on https and on
 * localhost. On plain HTTP in a LAN they drop it, so a PUBLIC_URL that begins with `http:` and is not of this machine switches
 * to a plain name without Secure. In the frame of app.safe.global a browser takes no same-site cookie:
 * where the operator has let it in, each surrounding site has a cookie of its own (Partitioned), under another name, and
 * foreign requests stay refused by their origin.
 */
export function accountCookies(publicUrl: string | undefined, isSafeApp = false): AccountCookies {
  const isSecure = isSecureAt(publicUrl)
  const options: CookieSerializeOptions = {
    httpOnly: true,
    secure: isSecure,
    path: isSecure ? '/' : '/api/v1/auth',
    ...(isSafeApp ? { sameSite: 'none', partitioned: true } : { sameSite: 'strict' }),
  }
  const cookie = (purpose: string, keptMs: number): SecretCookie => {
    const name = cookieName(purpose, publicUrl, isSafeApp)
    return {
      read: (request) => request.cookies[name],
      write: (reply, secret) => void reply.setCookie(name, secret, { ...options, maxAge: keptMs / 1000 }),
      clear: (reply) => void reply.clearCookie(name, options),
    }
  }
  return {
    session: cookie(SESSION, REFRESH_TOKEN_MS),
    signup: cookie('signup', CODE_MINUTES * MINUTE_MS),
    passkey: cookie('passkey', PASSKEY_MINUTES * MINUTE_MS),
  }
}

const SESSION = 'refresh'

/** Name of the cookie that holds the refresh token. */
export const refreshCookieName = (publicUrl: string | undefined, isSafeApp: boolean): string => cookieName(SESSION, publicUrl, isSafeApp)

function cookieName(purpose: string, publicUrl: string | undefined, isSafeApp: boolean): string {
  if (isSafeApp) return `__Host-aerie-${purpose}-framed`
  return isSecureAt(publicUrl) ? `__Host-aerie-${purpose}` : `aerie-${purpose}`
}

const isSecureAt = (publicUrl: string | undefined): boolean => publicUrl === undefined || !isPlainElsewhere(new URL(publicUrl))

const isPlainElsewhere = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
