import { createHmac, timingSafeEqual } from 'node:crypto'
import { unsubscribe } from '@aerie/wire/alerts/deliveries'
import { derivedKey } from '../../../platform/secrets/derived-key.ts'

export type Unsubscribe = {
  readonly link: (userId: string) => string
  readonly userOf: (token: string) => string | undefined
}

const TOKEN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/

export function unsubscribeLinks(secretKey: Uint8Array, origin: string): Unsubscribe {
  const key = derivedKey(secretKey, 'unsubscribe')
  const proofOf = (userId: string): Buffer => createHmac('sha256', key).update(userId).digest()
  return {
    link: (userId) => `${origin}/api/v1${unsubscribe.path}?token=${userId}.${proofOf(userId).toString('base64url')}`,
    userOf: (token) => {
      const [, userId = '', proof = ''] = TOKEN.exec(token) ?? []
      const given = Buffer.from(proof, 'base64url')
      return given.length === 32 && timingSafeEqual(given, proofOf(userId)) ? userId : undefined
    },
  }
}
