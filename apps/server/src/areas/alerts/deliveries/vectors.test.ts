import { createDecipheriv, createECDH, createPublicKey, hkdfSync, type JsonWebKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { drawVapidKey, encryptPush, vapidAuthorization, vapidPublicKey } from '../push/web-push.ts'
import { webhookHeaders } from '../webhook/webhook-service.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
/** RFC 8291, section 5 and appendix A. */
const RFC = {
  plain: 'When I grow up, I want to be a watermelon',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  receiverPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

it('encrypts as specified by RFC 8291', () => {
  const drawn = { salt: bytes(RFC.salt), privateKey: bytes(RFC.senderPrivate) }
  const keys = { p256dh: RFC.receiverPublic, auth: RFC.auth }
  expect(encryptPush(Buffer.from(RFC.plain), keys, drawn).toString('base64url')).toBe(RFC.body)
})

it('generates new keys for each message, which only the browser can decrypt', () => {
  const keys = { p256dh: RFC.receiverPublic, auth: RFC.auth }
  const [one, other] = [encryptPush(Buffer.from('grüße'), keys), encryptPush(Buffer.from('grüße'), keys)]
  expect(one.equals(other)).toBe(false)
  const receiver = createECDH('prime256v1')
  receiver.setPrivateKey(bytes(RFC.receiverPrivate))
  const [salt, sender, record] = [one.subarray(0, 16), one.subarray(21, 86), one.subarray(86)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender])
  const derive = (secret: Buffer, from: Buffer, about: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, about, length))
  const keying = derive(receiver.computeSecret(sender), bytes(RFC.auth), info, 32)
  const key = derive(keying, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const decipher = createDecipheriv('aes-128-gcm', key, derive(keying, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  expect(plain.subarray(0, -1).toString()).toBe('grüße')
})

it('identifies the sender by a token that the public key verifies', () => {
  const key: JsonWebKey = drawVapidKey()
  const header = vapidAuthorization(key, { audience: 'https://push.example', subject: 'mailto:a@example.com', expiresAtS: 1_800_000_000 })
  const [, signed = '', signature = '', publicKey = ''] = /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  expect(publicKey).toBe(vapidPublicKey(key))
  expect(bytes(publicKey)).toHaveLength(65)
  const { d: _, ...half } = key
  const proof = { key: createPublicKey({ key: half, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(signed), proof, bytes(signature))).toBe(true)
  expect(JSON.parse(bytes(signed.split('.')[1] ?? '').toString())).toEqual({
    aud: 'https://push.example',
    exp: 1_800_000_000,
    sub: 'mailto:a@example.com',
  })
})

it('signs as specified by Standard Webhooks, once per secret', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  expect(webhookHeaders(message, [secret])['webhook-signature']).toBe(signature)
  expect(webhookHeaders(message, ['whsec_b3RoZXI=', secret])['webhook-signature']?.split(' ')).toEqual([expect.any(String), signature])
})
