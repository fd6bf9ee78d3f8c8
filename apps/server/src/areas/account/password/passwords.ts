import { randomBytes } from 'node:crypto'
import { hash as argon2Hash, verify as argon2Verify, type Options } from '@node-rs/argon2'

/** OWASP recommendation: argon2id (the default here), 19 MiB, two passes, one lane. About 13 ms. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  /** Without a hash, does the same work and returns false, so that unknown addresses take equally long. */
  readonly matches: (password: string, hash: string | undefined) => Promise<boolean>
}

/** NFC, because systems may encode the same password as different code points. */
const canonical = (password: string): string => password.normalize('NFC')

export function argon2Passwords(): Passwords {
  const hash = (password: string) => argon2Hash(canonical(password), COST)
  let decoy: Promise<string> | undefined
  const decoyHash = () => {
    decoy ??= hash(randomBytes(24).toString('base64'))
    return decoy
  }
  // Computed at startup, so that the first unknown address does not take longer.
  void decoyHash()
  return {
    hash,
    matches: async (password, stored) => {
      const isMatch = await argon2Verify(stored ?? (await decoyHash()), canonical(password))
      return stored !== undefined && isMatch
    },
  }
}
