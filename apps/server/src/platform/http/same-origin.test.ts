import { MINUTE_MS } from '@aerie/core/time'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { originReport, refuseForeignOrigins } from './same-origin.ts'

const PUBLIC_URL = 'https://aerie.example.org'

function guarded() {
  const logged: object[] = []
  const time = { ms: 0 }
  const report = originReport({ warn: (facts: object) => void logged.push(facts) }, PUBLIC_URL, () => time.ms)
  const app = Fastify()
  refuseForeignOrigins(app, PUBLIC_URL, report)
  app.post('/orders', () => 'done')
  const post = async (headers: Record<string, string>) => (await app.inject({ method: 'POST', url: '/orders', headers })).statusCode
  return { logged, time, post }
}

it('logs which origin, host and setting conflict when it refuses a page', async () => {
  const { logged, post } = guarded()
  expect(await post({ host: 'aerie.example.org', origin: PUBLIC_URL })).toBe(200)
  expect(logged).toEqual([])
  const headers = { host: '10.0.0.7:4800', origin: 'https://terminal.example.org', 'sec-fetch-site': 'same-origin' }
  expect(await post(headers)).toBe(500)
  expect(logged).toEqual([
    { origin: 'https://terminal.example.org', host: '10.0.0.7:4800', site: 'same-origin', publicUrl: 'https://aerie.example.org' },
  ])
})

it('logs each pair once in ten minutes, and no more than ten of them', async () => {
  const { logged, time, post } = guarded()
  for (let n = 0; n < 20; n += 1) {
    await post({ host: 'a.example.org', origin: `https://${n}.example.org` })
    await post({ host: 'a.example.org', origin: `https://${n}.example.org` })
  }
  expect(logged).toHaveLength(10)
  time.ms += 11 * MINUTE_MS
  await post({ host: 'a.example.org', origin: `https://${'x'.repeat(5_000)}.example.org` })
  expect(logged).toHaveLength(11)
  expect(JSON.stringify(logged[10]).length).toBeLessThan(400)
})
