import { randomBytes } from 'node:crypto'
import { hash as argon2Hash, verify as argon2Verify, type Options } from '@node-rs/argon2'

/** OWASP's first choice: argon2id (the default here) with 19 MiB, two passes, one lane. About 13 ms. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing and checking of passwords, as one object so that tests can count the work of each path. */
export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  /** With no hash to check against, does the same work and says no: an unknown address costs what a known one does. */
  readonly matches: (password: string, hash: string | undefined) => Promise<boolean>
}

/** One password may be typed as different code points on different systems; NFC makes them one. */
const canonical = (password: string): string => password.normalize('NFC')

export function argon2Passwords(): Passwords {
  const hash = (password: string) => argon2Hash(canonical(password), COST)
  let decoy: Promise<string> | undefined
  const decoyHash = () => {
    decoy ??= hash(randomBytes(24).toString('base64'))
    return decoy
  }
  // Drawn now and not with the first unknown address, whose answer would take longer.
  void decoyHash()
  return {
    hash,
    matches: async (password, stored) => {
      const isMatch = await argon2Verify(stored ?? (await decoyHash()), canonical(password))
      return stored !== undefined && isMatch
    },
  }
}
