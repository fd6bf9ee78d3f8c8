import { expect, it } from 'vitest'
import { AppError } from '../../../platform/http/app-error.ts'
import { passkeyHostOf } from './passkey-check.ts'

const at = (host: string, origin?: string) => ({ host, protocol: 'http' as const, headers: origin === undefined ? {} : { origin } })
const outcomeOf = (...given: Parameters<typeof passkeyHostOf>) => {
  try {
    return passkeyHostOf(...given)
  } catch (error) {
    return error instanceof AppError ? `${error.reason}: ${error.detail}` : error
  }
}

it('is the host that the user sees: PUBLIC_URL, else the origin of the page, else the Host header', () => {
  expect(passkeyHostOf(at('10.0.0.5:4800'), 'https://aerie.example.org/')).toEqual({
    host: 'aerie.example.org',
    origin: 'https://aerie.example.org',
  })
  expect(passkeyHostOf(at('aerie.example.org', 'https://aerie.example.org'), undefined)).toEqual({
    host: 'aerie.example.org',
    origin: 'https://aerie.example.org',
  })
  expect(passkeyHostOf(at('localhost:4800'), undefined)).toEqual({ host: 'localhost', origin: 'http://localhost:4800' })
  expect(passkeyHostOf(at('localhost:4800', 'https://elsewhere.example'), undefined).origin).toBe('http://localhost:4800')
})

it.each(['127.0.0.1:4800', '192.0.2.7', '[::1]:4800'])('explains what to do at the IP address %s', (host) => {
  expect(outcomeOf(at(host), undefined)).toMatch(/^passkey_host: .*localhost/)
})

it.each(['aerie.example.org', 'notlocalhost', 'localhost.example.org:80'])('reports that %s needs https', (host) => {
  expect(outcomeOf(at(host), undefined)).toMatch(/^passkey_host: .*https/)
})
