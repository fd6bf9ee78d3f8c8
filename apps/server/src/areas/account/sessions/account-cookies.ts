import '@fastify/cookie'
import { MINUTE_MS } from '@aerie/core/time'
import { CODE_MINUTES } from '@aerie/wire/account/account-forms'
import { PASSKEY_MINUTES } from '@aerie/wire/account/account-security'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_TOKEN_MS } from './session-service.ts'

export type SecretCookie = {
  readonly read: (request: FastifyRequest) => string | undefined
  readonly write: (reply: FastifyReply, secret: string) => void
  readonly clear: (reply: FastifyReply) => void
}
export type AccountCookies = {
  readonly session: SecretCookie
  readonly signup: SecretCookie
  readonly passkey: SecretCookie
}

/**
 * HttpOnly, SameSite, `__Host-` and Secure. Browsers drop Secure cookies on plain HTTP, except on localhost: with a non-local `http:`
 * PUBLIC_URL the cookie has a plain name and no Secure. Frames of app.safe.global block SameSite cookies: if enabled, they use a separate
 * Partitioned cookie; foreign requests are still rejected by origin.
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

export const refreshCookieName = (publicUrl: string | undefined, isSafeApp: boolean): string => cookieName(SESSION, publicUrl, isSafeApp)

function cookieName(purpose: string, publicUrl: string | undefined, isSafeApp: boolean): string {
  if (isSafeApp) return `__Host-aerie-${purpose}-framed`
  return isSecureAt(publicUrl) ? `__Host-aerie-${purpose}` : `aerie-${purpose}`
}

const isSecureAt = (publicUrl: string | undefined): boolean => publicUrl === undefined || !isPlainElsewhere(new URL(publicUrl))

const isPlainElsewhere = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
