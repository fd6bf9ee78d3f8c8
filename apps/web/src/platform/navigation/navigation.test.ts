import { describe, expect, it } from 'vitest'
import { loginPath, returnPath } from './navigation.ts'

describe('the return path after a login', () => {
  it('returns to the requested page, with its query', () => {
    const url = new URL(loginPath('/currencies/BTC?interval=1h'), 'https://aerie.example')
    expect(url.pathname).toBe('/auth/login')
    expect(returnPath(url.searchParams)).toBe('/currencies/BTC?interval=1h')
  })

  it('is empty when it would return to Home', () => expect(loginPath('/')).toBe('/auth/login'))

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
  ])('returns to Home instead of %j', (next) => expect(returnPath(new URLSearchParams({ next }))).toBe('/'))
})
