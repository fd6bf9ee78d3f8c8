import { type AccessClaims, accessClaims } from '@aerie/wire/account/accounts'
import * as z from 'zod/mini'

/** Claims of an access token, unverified: the server alone decides whether it holds. Null for anything that is none. */
export function readClaims(token: string): AccessClaims | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  const parsed = z.safeParse(accessClaims, decodeJson(payload))
  return parsed.success ? parsed.data : null
}

function decodeJson(base64url: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null // whatever is wrong with it, it is no token
  }
}
