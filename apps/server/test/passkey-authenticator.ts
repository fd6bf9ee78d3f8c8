import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Asked = { readonly challenge: string; readonly origin?: string; readonly type?: string }
type Flags = { readonly isVerified?: boolean; readonly counter?: number }

const ALGORITHM_ES256 = -7
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A software authenticator: one key for one host name, without attestation. Every signed field can be falsified. */
export function passkeyAuthenticator({ host = 'localhost', origin = 'http://localhost' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  const clientData = (asked: Asked, type: string) =>
    Buffer.from(
      JSON.stringify({ type: asked.type ?? type, challenge: asked.challenge, origin: asked.origin ?? origin, crossOrigin: false }),
    )

  const head = (extra: number, { isVerified = true, counter = 0 }: Flags) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.from([USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | extra]), count])
  }

  return {
    id,
    register: (asked: Asked, flags: Flags = {}) => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cborMap([
        [1, 2],
        [3, ALGORITHM_ES256],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const authData = Buffer.concat([head(HAS_CREDENTIAL, flags), Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, key])
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', {}],
        ['authData', authData],
      ])
      return {
        id,
        response: {
          clientDataJSON: clientData(asked, 'webauthn.create').toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer: (asked: Asked, flags: Flags = {}) => {
      const client = clientData(asked, 'webauthn.get')
      const authData = head(0, flags)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      const [clientDataJSON, authenticatorData] = [client.toString('base64url'), authData.toString('base64url')]
      return { id, response: { clientDataJSON, authenticatorData, signature: signature.toString('base64url') } }
    },
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

type Cbor = number | string | Buffer | Readonly<Record<string, never>>

/** RFC 8949, the subset that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  return Buffer.isBuffer(value) ? Buffer.concat([cborHead(2, value.length), value]) : cborHead(5, 0)
}

const cborMap = (entries: readonly (readonly [Cbor, Cbor])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])])

const cborHead = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256 ? Buffer.from([(major << 5) | 24, length]) : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}
