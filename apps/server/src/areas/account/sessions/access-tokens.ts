import { createHash, randomUUID } from 'node:crypto'
import { type Clock, elapsedMs } from '@aerie/core/time'
import { ACCESS_TOKEN_SECONDS, type AccessClaims, accessClaims, type User } from '@aerie/wire/account/accounts'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { boundedCache } from '../../../platform/bounded-cache.ts'

const ISSUER = 'aerie'
const AUDIENCE = 'aerie-api'
const ownClaims = z.extend(accessClaims, { sid: z.uuid() })
const CHECKED = { maxEntries: 10_000, maxBytes: 20_000_000, maxAgeMs: ACCESS_TOKEN_SECONDS * 1_000 }
const CLAIMS_BYTES = 1_000

export type AccessTokens = {
  readonly issue: (user: User, sessionId: string) => Promise<string>
  readonly read: (token: string) => Promise<AccessClaims | null>
}

/** JWT, HS256 only, 15 minutes. Session validity is checked separately on each use. */
export const accessTokens = ({ key, clock }: { key: Uint8Array; clock: Clock }): AccessTokens => {
  const checked = boundedCache<AccessClaims>({ ...CHECKED, now: () => elapsedMs(clock) })
  return {
    issue: (user, sessionId) => issue({ key, at: Math.floor(clock.now() / 1000), user, sessionId }),
    read: async (token) => {
      // Keyed by hash, so that no usable token is kept.
      const name = createHash('sha256').update(token).digest('base64')
      const known = checked.get(name)
      if (known !== undefined) return clock.now() < known.exp * 1000 ? known : null
      const claims = await check(token, key, new Date(clock.now()))
      if (claims !== null) checked.set(name, claims, CLAIMS_BYTES)
      return claims
    },
  }
}

type Issue = { readonly key: Uint8Array; readonly at: number; readonly user: User; readonly sessionId: string }

const issue = ({ key, at, user, sessionId }: Issue): Promise<string> =>
  new SignJWT({ ...user, sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(user.user_id)
    // Makes tokens issued within the same second differ, so that clients can detect a renewal.
    .setJti(randomUUID())
    .setIssuedAt(at)
    .setExpirationTime(at + ACCESS_TOKEN_SECONDS)
    .sign(key)

async function check(token: string, key: Uint8Array, currentDate: Date): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: 'JWT',
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const claims = z.safeParse(ownClaims, payload)
    return claims.success ? claims.data : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
