import { epochMs } from '@aerie/core/time'
import { describe, expect, it } from 'vitest'
import { liveSource } from './live-source.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)

describe('the settings', () => {
  const base = { exchange: 'binance', clock: { now: () => epochMs(T0) } } as const
  it.each([
    ['EXCHANGE_REST_URL', { exchangeRestUrl: 'http://api.example.com' }],
    ['EXCHANGE_REST_URL', { exchangeRestUrl: 'https://me:secret@api.example.com' }],
    ['EXCHANGE_WS_URL', { exchangeWsUrl: 'ws://stream.example.com' }],
    ['EXCHANGE_WS_URL', { exchangeWsUrl: 'https://stream.example.com' }],
    ['COINGECKO_URL', { coingeckoUrl: 'ftp://127.0.0.1/' }],
    ['COINGECKO_URL', { coingeckoUrl: 'https://x.example/api?x_cg_demo_api_key=secret' }],
    ['COINGECKO_URL', { coingeckoUrl: 'not an address' }],
  ])('reject an invalid %s by name, without repeating its value', (name, wrong) => {
    const attempt = () => liveSource({ ...base, ...wrong })
    expect(attempt).toThrow(expect.objectContaining({ code: 'bad-setting', message: expect.stringContaining(name) }))
    expect(attempt).not.toThrow(/secret|example/)
  })
  it('accept plain addresses of this machine', () => {
    expect(
      liveSource({ ...base, exchangeRestUrl: 'http://localhost:1', exchangeWsUrl: 'ws://[::1]:2/', coingeckoUrl: 'http://127.0.0.1:3' }).id,
    ).toBe('live:binance')
  })
})
