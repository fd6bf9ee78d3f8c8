import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Authenticated encryption for this server only; `bound` is the owner, and only opens with the same one. */
export type SealedBox = {
  readonly seal: (plain: string, bound: string) => Buffer
  /** @throws Error if the key or `bound` differs, or the data was modified */
  readonly open: (sealed: Buffer, bound: string) => string
}

const NONCE = 12
const TAG = 16

/** AES-256-GCM with a key per `purpose`, derived from SECRET_KEY. */
export function sealedBox(secretKey: Uint8Array, purpose: string): SealedBox {
  const key = derivedKey(secretKey, purpose)
  return {
    seal: (plain, bound) => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
      return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open: (sealed, bound) => {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE)).setAAD(Buffer.from(bound))
      decipher.setAuthTag(sealed.subarray(-TAG))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
    },
  }
}

/** 32-byte key per purpose, derived from SECRET_KEY by HKDF-SHA-256 (RFC 5869): leaking one does not reveal others. */
export const derivedKey = (secretKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `aerie ${purpose} 1`, 32))
