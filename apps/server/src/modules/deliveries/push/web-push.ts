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

/** Keys of a browser, base64url, as its `PushSubscription` has them. */
export type PushKeys = { readonly p256dh: string; readonly auth: string }

const RECORD_SIZE = 4_096
/** What a push service takes at most is 4,096 bytes; the header, the tag and the padding are in it. */
export const MOST_PAYLOAD_BYTES = 3_900
const CURVE = 'prime256v1'

/** Drawn again for each message; a vector gives them. */
type Drawn = { readonly salt: Buffer; readonly privateKey: Buffer }
const draw = (): Drawn => {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  return { salt: randomBytes(16), privateKey: ecdh.getPrivateKey() }
}

const AUTH_BYTES = 16

/**
 * Whether a browser's keys can be encrypted to: an uncompressed point of the curve and sixteen bytes.
 *
 * Source: RFC 8291 sections 3.1 and 3.2
 */
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

/**
 * A message that only one browser can read: the body of a push request with `Content-Encoding: aes128gcm`.
 *
 * @param plain at most MOST_PAYLOAD_BYTES
 * @throws Error where the browser's key is no point of the curve
 * Source: RFC 8291 section 3, RFC 8188 section 2
 */
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
  // 2 ends the last record.
  const record = Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.of(2)])), cipher.final(), cipher.getAuthTag()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([salt, size, Buffer.of(ownKey.length), ownKey, record])
}

/** The server's own key pair for push, as a JWK. */
export const drawVapidKey = (): JsonWebKey => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

/** The public key as browsers take it: base64url of the 65 bytes of the point. */
export const vapidPublicKey = ({ x = '', y = '' }: JsonWebKey): string =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')

/** Domains that no mail and no visitor from outside reaches (RFC 2606, 6761, 6762 and 9476, and what private networks use). */
const PRIVATE_DOMAIN = /(^|\.)(localhost|local|test|example|invalid|internal|lan|home\.arpa|alt)$/

const isPublicDomain = (domain: string): boolean => /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(domain) && !PRIVATE_DOMAIN.test(domain)

type Contacts = { readonly mailFrom: string; readonly publicUrl: string | undefined }

/**
 * Where a push service can reach the operator: the address that mail comes from, or else the https address of this server. Undefined
 * where neither is public: Apple's service refuses such a contact (403 BadJwtToken), those of Google and Mozilla accept it.
 *
 * Source: RFC 8292 section 2.1
 */
export function pushContact({ mailFrom, publicUrl }: Contacts): string | undefined {
  const [, address = mailFrom.trim()] = /<([^<>]*)>\s*$/.exec(mailFrom) ?? []
  const [, domain = ''] = /^[^\s@"(),:;<>[\]\\]+@([^\s@]+)$/.exec(address) ?? []
  if (isPublicDomain(domain.toLowerCase())) return `mailto:${address}`
  if (publicUrl === undefined) return undefined
  const { protocol, hostname, origin } = new URL(publicUrl)
  return protocol === 'https:' && isPublicDomain(hostname) ? origin : undefined
}

/** Whether an endpoint is of Apple's push service, which Safari and every browser of an iPhone use. */
export const isApplePush = (endpoint: string): boolean => /(^|\.)push\.apple\.com$/.test(new URL(endpoint).hostname)

type Claims = { readonly audience: string; readonly subject: string; readonly expiresAtS: number }

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The header that says who sends.
 *
 * Source: RFC 8292 section 2
 */
export function vapidAuthorization(key: JsonWebKey, { audience, subject, expiresAtS }: Claims): string {
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: audience, exp: expiresAtS, sub: subject })}`
  const signature = sign('sha256', Buffer.from(signed), { key: createPrivateKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${vapidPublicKey(key)}`
}

/** Names a message towards a push service, so that it replaces itself: at most 32 characters. */
export const pushTopic = (id: string): string => createHmac('sha256', 'topic').update(id).digest('base64url').slice(0, 32)
