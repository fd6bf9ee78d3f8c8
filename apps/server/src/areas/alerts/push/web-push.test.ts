import { describe, expect, it } from 'vitest'
import { isApplePush, pushContact } from './web-push.ts'

describe('the contact for push services', () => {
  it.each<[string, string, string | undefined, string | undefined]>([
    ['the address of the sender', 'Aerie <alerts@aerie.io>', undefined, 'mailto:alerts@aerie.io'],
    ['a bare address', ' alerts@mail.Aerie.io ', undefined, 'mailto:alerts@mail.Aerie.io'],
    ['the sender before the server', 'alerts@aerie.io', 'https://aerie.io', 'mailto:alerts@aerie.io'],
    ['the server where the sender is not real', 'Aerie <aerie@localhost>', 'https://app.aerie.io', 'https://app.aerie.io'],
    ['nothing of a sender on this machine', 'Aerie <aerie@localhost>', undefined, undefined],
    ['nothing without TLS', 'Aerie <aerie@localhost>', 'http://app.aerie.io', undefined],
    ['nothing of a private network', 'aerie@nas.local', 'https://nas.lan', undefined],
    ['nothing of an address of numbers', 'aerie@10.0.0.1', 'https://10.0.0.1', undefined],
    ['nothing of reserved domains', 'aerie@aerie.example', 'https://aerie.test', undefined],
    ['nothing of what is no address', 'a@b@c.io', undefined, undefined],
    ['nothing of two addresses', 'a@aerie.io, b@aerie.io', undefined, undefined],
  ])('is %s', (_what, mailFrom, publicUrl, contact) => {
    expect(pushContact({ mailFrom, publicUrl })).toBe(contact)
  })
})

it.each([
  ['https://web.push.apple.com/QKa', true],
  ['https://api.push.apple.com/QKa', true],
  ['https://push.apple.com.evil.io/QKa', false],
  ['https://fcm.googleapis.com/fcm/send/x', false],
])('recognises %s as an Apple endpoint: %s', (endpoint, isApple) => {
  expect(isApplePush(endpoint)).toBe(isApple)
})
