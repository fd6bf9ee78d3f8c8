import '@fastify/cookie'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_TOKEN_MS } from './session-service.ts'

export type SessionCookie = {
  readonly read: (request: FastifyRequest) => string | undefined
  readonly write: (reply: FastifyReply, refreshToken: string) => void
  readonly clear: (reply: FastifyReply) => void
}

/**
 * The cookie that holds the refresh token: http-only, same site only, `__Host-` and Secure. Browsers keep a Secure
 * cookie on https and on localhost. On plain HTTP in a LAN they drop it, so a PUBLIC_URL that begins with `http:` and is
 * not of this machine switches to a plain name without Secure (docs/decisions/0042).
 */
export function sessionCookie(publicUrl: string | undefined): SessionCookie {
  const isSecure = publicUrl === undefined || !isPlainElsewhere(new URL(publicUrl))
  const name = isSecure ? '__Host-aerie-refresh' : 'aerie-refresh'
  const options: CookieSerializeOptions = { httpOnly: true, sameSite: 'strict', secure: isSecure, path: isSecure ? '/' : '/api/v1/auth' }
  return {
    read: (request) => request.cookies[name],
    write: (reply, refreshToken) => void reply.setCookie(name, refreshToken, { ...options, maxAge: REFRESH_TOKEN_MS / 1000 }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}

const isPlainElsewhere = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
