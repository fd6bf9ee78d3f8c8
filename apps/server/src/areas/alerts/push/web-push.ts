import {
  createCipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  ECDH,
  generateKeyPairSync,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
  sign,
} from 'node:crypto'

/** base64url, as in `PushSubscription`. */
export type PushKeys = { readonly p256dh: string; readonly auth: string }

const RECORD_SIZE = 4_096
/** Push services accept 4,096 bytes including header, tag and padding. */
export const MOST_PAYLOAD_BYTES = 3_900
const CURVE = 'prime256v1'

/** Random per message; fixed only in test vectors. */
type Drawn = { readonly salt: Buffer; readonly privateKey: Buffer }
const draw = (): Drawn => {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  return { salt: randomBytes(16), privateKey: ecdh.getPrivateKey() }
}

const AUTH_BYTES = 16

/** Requires an uncompressed curve point and sixteen bytes. Source: RFC 8291 sections 3.1 and 3.2 */
export function isPushKey({ p256dh, auth }: PushKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point[0] !== UNCOMPRESSED || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  try {
    ECDH.convertKey(point, CURVE)
    return true
  } catch {
    return false
  }
}

const UNCOMPRESSED = 4

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** `Content-Encoding: aes128gcm`; `plain` at most MOST_PAYLOAD_BYTES. Source: RFC 8291 section 3, RFC 8188 section 2 */
export function encryptPush(plain: Buffer, { p256dh, auth }: PushKeys, { salt, privateKey }: Drawn = draw()): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url')
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(privateKey)
  const ownKey = ecdh.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey])
  const keying = derive(ecdh.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(keying, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(keying, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 marks the last record.
  const record = Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.of(2)])), cipher.final(), cipher.getAuthTag()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([salt, size, Buffer.of(ownKey.length), ownKey, record])
}

export const drawVapidKey = (): JsonWebKey => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

export const vapidPublicKey = ({ x = '', y = '' }: JsonWebKey): string =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')

/** Non-public domains (RFC 2606, 6761, 6762 and 9476, and common private ones). */
const PRIVATE_DOMAIN = /(^|\.)(localhost|local|test|example|invalid|internal|lan|home\.arpa|alt)$/

const isPublicDomain = (domain: string): boolean => /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(domain) && !PRIVATE_DOMAIN.test(domain)

type Contacts = { readonly mailFrom: string; readonly publicUrl: string | undefined }

/** Undefined without a public contact, which Apple rejects (403 BadJwtToken). Source: RFC 8292 section 2.1 */
export function pushContact({ mailFrom, publicUrl }: Contacts): string | undefined {
  const [, address = mailFrom.trim()] = /<([^<>]*)>\s*$/.exec(mailFrom) ?? []
  const [, domain = ''] = /^[^\s@"(),:;<>[\]\\]+@([^\s@]+)$/.exec(address) ?? []
  if (isPublicDomain(domain.toLowerCase())) return `mailto:${address}`
  if (publicUrl === undefined) return undefined
  const { protocol, hostname, origin } = new URL(publicUrl)
  return protocol === 'https:' && isPublicDomain(hostname) ? origin : undefined
}

/** Apple's push service: Safari, and every browser on an iPhone. */
export const isApplePush = (endpoint: string): boolean => /(^|\.)push\.apple\.com$/.test(new URL(endpoint).hostname)

type Claims = { readonly audience: string; readonly subject: string; readonly expiresAtS: number }

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Source: RFC 8292 section 2 */
export function vapidAuthorization(key: JsonWebKey, { audience, subject, expiresAtS }: Claims): string {
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: audience, exp: expiresAtS, sub: subject })}`
  const signature = sign('sha256', Buffer.from(signed), { key: createPrivateKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${vapidPublicKey(key)}`
}

/** Topic by which a message replaces itself: at most 32 characters. */
export const pushTopic = (id: string): string => createHmac('sha256', 'topic').update(id).digest('base64url').slice(0, 32)
