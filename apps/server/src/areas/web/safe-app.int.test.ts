import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'

const ANY_ADDRESS = `0x${'1'.repeat(40)}`
const CONTRACTS = ['TOKEN_ADDRESS', 'UTILS_ADDRESS', 'STAKING_ADDRESS', 'VESTING_ADDRESS', 'SUBSCRIPTIONS_ADDRESS']
const ELSEWHERE = { CHAIN_RPC_URL: 'http://127.0.0.1:9', ...Object.fromEntries(CONTRACTS.map((name) => [name, ANY_ADDRESS])) }

let open: Awaited<ReturnType<typeof testApp>>
let closed: typeof open
beforeAll(async () => {
  open = await testApp({ ...ELSEWHERE, SAFE_APP: 'on', PUBLIC_URL: 'https://aerie.example' })
  closed = await testApp()
})
afterAll(() => Promise.all([open.close(), closed.close()]))

const headersOf = async ({ app }: typeof open, url: string) =>
  (await app.inject({ url, headers: { accept: url.startsWith('/api') ? '*/*' : 'text/html' } })).headers
const FOREIGN = { 'content-type': 'application/json', host: 'aerie.example' }

describe('a server that allows Safe', () => {
  it("lets only Safe's page frame the app's pages, and no page frame data", async () => {
    for (const url of ['/', '/claw', '/nowhere']) {
      const headers = await headersOf(open, url)
      expect(headers['content-security-policy']).toContain('frame-ancestors https://app.safe.global;')
      expect(headers['x-frame-options']).toBeUndefined()
    }
    expect(await headersOf(open, '/api/v1/config')).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
    })
  })

  it('lets its icon be read cross-origin, and no user data', async () => {
    expect(await headersOf(open, '/icon.svg')).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect((await headersOf(open, '/api/v1/config'))['access-control-allow-origin']).toBeUndefined()
    expect((await headersOf(open, '/assets/main-abc123.js'))['cross-origin-resource-policy']).toBe('same-origin')
  })

  it.each(['https://app.safe.global', 'https://evil.example', 'null'])('still refuses requests from a page of %s', async (origin) => {
    const answer = await open.app.inject({ method: 'POST', url: '/api/v1/auth/refresh', headers: { ...FOREIGN, origin } })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
  })

  it('reports it to the page', async () => {
    expect((await open.app.inject('/api/v1/config')).json().data.safe_app).toBe(true)
    expect((await closed.app.inject('/api/v1/config')).json().data.safe_app).toBe(false)
  })
})

it('can be neither framed nor read cross-origin by default', async () => {
  expect(await headersOf(closed, '/claw')).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none';"),
    'x-frame-options': 'DENY',
  })
  expect((await headersOf(closed, '/icon.svg'))['access-control-allow-origin']).toBeUndefined()
})
