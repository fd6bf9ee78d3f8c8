import { hkdfSync } from 'node:crypto'

/** 32-byte key per purpose, derived from SECRET_KEY by HKDF-SHA-256 (RFC 5869): leaking one does not reveal others. */
export const derivedKey = (secretKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `aerie ${purpose} 1`, 32))
