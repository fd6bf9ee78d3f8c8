import { expect, it } from 'vitest'
import { formText, requestSignature } from './apex-calls.ts'

it('matches the published example', () => {
  const parts = { timestamp: 1_647_502_440_973, method: 'GET', path: '/ws/accounts', form: '' } as const
  expect(requestSignature('sAVchdqy_n9zY7TOIDsqkyg0we3uF0_gGbvyIoob', parts)).toBe('5XhSvvA/XrlhlWi5xDD6KGgq67PD/VDHYwhLAUdYLrw=')
})

it('changes with every input', () => {
  const parts = { timestamp: 1, method: 'GET', path: '/a', form: '' } as const
  const all = [
    requestSignature('s', parts),
    requestSignature('t', parts),
    requestSignature('s', { ...parts, timestamp: 2 }),
    requestSignature('s', { ...parts, method: 'POST' }),
    requestSignature('s', { ...parts, path: '/b' }),
    requestSignature('s', { ...parts, form: 'a=1' }),
  ]
  expect(new Set(all).size).toBe(all.length)
})

it('encodes a form sorted by name, without absent values', () => {
  expect(formText({ symbol: 'BTC-USDT', size: '0.01', price: undefined, reduceOnly: false, note: '' })).toBe(
    'reduceOnly=false&size=0.01&symbol=BTC-USDT',
  )
  expect(formText({ a: "b c&d=e+f'(g)*!" })).toBe('a=b%20c%26d%3De%2Bf%27%28g%29%2A%21')
  expect(formText({})).toBe('')
})
