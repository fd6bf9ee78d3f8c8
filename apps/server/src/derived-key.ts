import { hkdfSync } from 'node:crypto'

/**
 * 32 bytes for one purpose, derived from SECRET_KEY by HKDF with SHA-256 (RFC 5869): what leaks of one says nothing of the others.
 *
 * @throws never
 */
export const derivedKey = (secretKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `aerie ${purpose} 1`, 32))
