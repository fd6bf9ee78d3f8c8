import { WebAuthnError } from '@simplewebauthn/browser'
import { expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { passkeyFailure, passkeyObstacle } from './passkey.ts'

const page = (hostname: string, isSecure = true, isKnown = true) => passkeyObstacle({ hostname, isSecure, isKnown })

it('reports no obstacle at a host name on a secure page', () => {
  expect([page('localhost'), page('aerie.example.org'), page('10.example.org')]).toEqual([undefined, undefined, undefined])
})

it.each(['127.0.0.1', '192.168.0.7', '[::1]'])('asks to use a host name at the IP address %s', (hostname) => {
  expect(page(hostname)).toMatch(/host name/)
})

it('reports what else is missing', () => {
  expect(page('aerie.lan', false)).toMatch(/https/)
  expect(page('localhost', true, false)).toMatch(/does not support/)
})

const ofBrowser = (name: string) =>
  new WebAuthnError({ message: 'x', code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', cause: new DOMException('x', name) })

it.each([
  [new DOMException('x', 'NotAllowedError'), /cancelled/],
  [ofBrowser('NotAllowedError'), /cancelled/],
  [ofBrowser('InvalidStateError'), /already has a passkey/],
  [ofBrowser('SecurityError'), /address it was made for/],
  [new ApiError({ code: 'rule_broken', reason: 'passkey_refused', status: 422, detail: 'This passkey was not accepted.' }), /not accepted/],
  [new Error('anything'), /Something went wrong/],
])('describes the failure %s', (error, expected) => {
  expect(passkeyFailure(error)).toMatch(expected)
})
