import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { APP_HTML, testApp } from '../../../test/app.ts'
import { SIGNER_POLICY } from '../../platform/http/security-headers.ts'

let aerie: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  aerie = await testApp()
})
afterAll(() => aerie.close())

const page = (url: string) => aerie.app.inject({ url, headers: { accept: 'text/html,*/*' } })

describe('the page of the app', () => {
  it.each([
    '/claw',
    '/claw/pretrade',
    '/currencies/BTC',
    '/ipc/ETH',
    '/auth/login',
    '/account/details',
    '/traderewards/stake',
    '/present',
    '/mirror',
    '/learn',
    '/tradealerts',
    '/claw/',
  ])('responds at %s', async (url) => {
    const answer = await page(url)
    expect([answer.statusCode, answer.body]).toEqual([200, APP_HTML])
  })

  it.each(['/nowhere', '/claw/nowhere', '/currencies/BTC/x', '/auth/x', '/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd'])(
    'responds at %s with 404',
    async (url) => {
      const answer = await page(url)
      expect([answer.statusCode, answer.body]).toEqual([404, APP_HTML])
    },
  )

  it.each(['/api/nowhere', '/assets/nowhere', '/coins/zzz.svg', '/nowhere.png', '/assets/..%2f..%2fmain.ts', '/app.html', '/index.html'])(
    'is not served for %s',
    async (url) => {
      const answer = await page(url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json'])
    },
  )
})

describe('Home', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('carries the state of the market in a data block, in the compression the browser prefers', async () => {
    const answer = await aerie.app.inject({ url: '/?page=2', headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'cache-control': 'no-cache' })
    const html = brotliDecompressSync(answer.rawPayload).toString()
    expect(html).toContain('<div id="root">drawn</div>')
    const boot = /<script type="application\/json" id="aerie-boot">(.*?)<\/script><\/body>/.exec(html)?.[1]
    expect(JSON.parse(boot ?? '')).toMatchObject({ status: { source: 'sim' } })
  })

  it('is not sent again to a client that has it', async () => {
    // The page is rebuilt and stamped every half second; a busy machine may take that long between two requests.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const { etag } = (await page('/')).headers
    expect((await aerie.app.inject({ url: '/', headers: { 'if-none-match': String(etag) } })).statusCode).toBe(304)
  })
})

describe('files', () => {
  it('are cached for a year when their name contains their hash, in the best encoding', async () => {
    const packed = await aerie.app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br;q=1, gzip' } })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    const plain = await aerie.app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br;q=0' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(plain.headers.etag).not.toBe(packed.headers.etag)
  })

  it('have a separate policy for the signer of live orders, which applies to no other file', async () => {
    const worker = await aerie.app.inject('/assets/signer-worker-abc123.js')
    expect(worker.headers['content-security-policy']).toBe(SIGNER_POLICY)
    const other = await aerie.app.inject('/assets/main-abc123.js')
    expect(other.headers['content-security-policy']).not.toContain('wasm-unsafe-eval')
  })

  it('are otherwise revalidated each time, and return 304', async () => {
    const { headers } = await aerie.app.inject('/icon.svg')
    expect(headers['cache-control']).toBe('no-cache')
    expect((await aerie.app.inject({ url: '/icon.svg', headers: { 'if-none-match': `W/"x", ${String(headers.etag)}` } })).statusCode).toBe(
      304,
    )
  })

  it('have no body for HEAD', async () => {
    const answer = await aerie.app.inject({ method: 'HEAD', url: '/icon.svg' })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })
})
