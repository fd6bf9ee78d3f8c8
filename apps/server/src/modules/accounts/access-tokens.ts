import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import { ACCESS_TOKEN_SECONDS, type AccessClaims, accessClaims, type User } from '@aerie/wire/accounts'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'

const ISSUER = 'aerie'
const AUDIENCE = 'aerie-api'
/** A session's id is looked up as it stands. */
const ownClaims = z.extend(accessClaims, { sid: z.uuid() })

export type AccessTokens = {
  readonly issue: (user: User, sessionId: string) => Promise<string>
  /** Claims of a token that this server has signed and that has not run out; null for any other text. */
  readonly read: (token: string) => Promise<AccessClaims | null>
}

/** Access tokens: JWT, HS256 and nothing else, 15 minutes. Whether the session lives is asked elsewhere, every time. */
export const accessTokens = ({ key, clock }: { key: Uint8Array; clock: Clock }): AccessTokens => ({
  issue: (user, sessionId) => {
    const issuedAt = Math.floor(clock.now() / 1000)
    return (
      new SignJWT({ ...user, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(user.user_id)
        // Two tokens of one second are two tokens: a client sees that its token was renewed.
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(key)
    )
  },
  read: async (token) => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        typ: 'JWT',
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp', 'iat', 'sub'],
      })
      const claims = z.safeParse(ownClaims, payload)
      return claims.success ? claims.data : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  },
})
