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
 * not of this machine switches to a plain name without Secure (docs/decisions/0042). In the frame of app.safe.global a
 * browser takes no same-site cookie: where the operator has let it in, each surrounding site has a cookie of its own
 * (Partitioned), under another name, and foreign requests stay refused by their origin (docs/decisions/0183).
 */
export function sessionCookie(publicUrl: string | undefined, isSafeApp = false): SessionCookie {
  const isSecure = publicUrl === undefined || !isPlainElsewhere(new URL(publicUrl))
  const name = isSafeApp ? '__Host-aerie-refresh-framed' : isSecure ? '__Host-aerie-refresh' : 'aerie-refresh'
  const options: CookieSerializeOptions = {
    httpOnly: true,
    secure: isSecure,
    path: isSecure ? '/' : '/api/v1/auth',
    ...(isSafeApp ? { sameSite: 'none', partitioned: true } : { sameSite: 'strict' }),
  }
  return {
    read: (request) => request.cookies[name],
    write: (reply, refreshToken) => void reply.setCookie(name, refreshToken, { ...options, maxAge: REFRESH_TOKEN_MS / 1000 }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}

const isPlainElsewhere = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
