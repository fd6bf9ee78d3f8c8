import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { AppError } from '../../platform/http/app-error.ts'
import { type Listening, signingOriginOf } from './signing-origin.ts'

const AT_HOME: Listening = { publicUrl: undefined, host: '127.0.0.1', port: 4800 }
const FOR_ALL: Listening = { ...AT_HOME, host: '0.0.0.0' }
const ask = (host: string, listening = AT_HOME, headers: object = {}) => {
  try {
    return signingOriginOf({ host, protocol: 'http', headers: { host, ...headers } }, listening).uri
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}
const [address = ''] = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .flatMap(({ address, family }) => (family === 'IPv4' ? [address] : []))

it.each(['localhost:4800', '127.0.0.1:4800', '127.0.0.1', 'LOCALHOST:4800', 'localhost:5173'])(
  'uses the origin of this machine for %s',
  (host) => expect(ask(host)).toBe(`http://${host.toLowerCase()}`),
)

it.each([
  'evil.example',
  'evil.example:4800',
  'localhost.evil.example:4800',
  '127.0.0.1.evil.example',
  'evil.example#localhost',
  'localhost@evil.example',
  'localhost:4800@evil.example',
  'localhost:4800/evil.example',
  'localhost\\evil.example',
  // Reserved for documentation (TEST-NET-1): no machine has it.
  '192.0.2.5:4800',
  '2130706433:4800',
  '',
  ' ',
  'localhost:4800, evil.example',
  'a'.repeat(5_000),
])('rejects a request that names this server %j', (host) => expect([ask(host), ask(host, FOR_ALL)]).toEqual(['rule_broken', 'rule_broken']))

it("uses each address of this machine, at the server's port, if it listens on all, and only the one it listens on otherwise", () => {
  expect(ask('localhost:4800', FOR_ALL)).toBe('http://localhost:4800')
  expect(ask(`${address}:4800`, FOR_ALL)).toBe(`http://${address}:4800`)
  expect(ask('evil.example:4800', FOR_ALL)).toBe('rule_broken')
  const inLan = { ...AT_HOME, host: '192.168.7.5' }
  expect(ask('192.168.7.5:4800', inLan)).toBe('http://192.168.7.5:4800')
  expect([ask('192.168.7.5', inLan), ask('192.168.7.5:4801', inLan), ask('localhost:4800', inLan), ask('10.0.0.1:4800', inLan)]).toEqual(
    Array(4).fill('rule_broken'),
  )
})

it('uses PUBLIC_URL if it is set, whatever the request contains', () => {
  const known = { ...AT_HOME, publicUrl: 'https://aerie.example:443/app' }
  expect([ask('evil.example', known), ask('localhost:4800', known)]).toEqual(['https://aerie.example', 'https://aerie.example'])
})

it('takes the scheme from a page of the same host only', () => {
  expect(ask('localhost:4800', AT_HOME, { origin: 'https://localhost:4800' })).toBe('https://localhost:4800')
  expect(ask('localhost:4800', AT_HOME, { origin: 'https://evil.example' })).toBe('http://localhost:4800')
  expect(ask('evil.example', AT_HOME, { origin: 'https://evil.example' })).toBe('rule_broken')
})
