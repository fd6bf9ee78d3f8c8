import { describe, expect, it } from 'vitest'
import { loginPath, returnPath } from './return-path.ts'

describe('the way back after a login', () => {
  it('leads to the page one wanted, with its query', () => {
    const url = new URL(loginPath('/currencies/BTC?interval=1h'), 'https://aerie.example')
    expect(url.pathname).toBe('/auth/login')
    expect(returnPath(url.searchParams)).toBe('/currencies/BTC?interval=1h')
  })

  it('says nothing where it would lead Home', () => expect(loginPath('/')).toBe('/auth/login'))

  it.each([
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/auth/login?next=%2F',
    '/auth',
    '',
    'claw',
  ])('leads Home instead of to %j', (next) => expect(returnPath(new URLSearchParams({ next }))).toBe('/'))
})
