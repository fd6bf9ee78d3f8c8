import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractText } from '@aerie/apex/order-contract'
import { type ApexStandIn, apexStandIn } from '@aerie/testkit/apex-stand-in'
import { apexTestSignature, apexTestSigner } from '@aerie/testkit/apex-test-signer'
import { jsonAs } from '@aerie/testkit/json-as'
import { foundInMemory } from '@aerie/testkit/process-memory'
import { apexLiveOrder, apexLiveOrders } from '@aerie/wire/apex-orders'
import { envelope } from '@aerie/wire/problem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killedServer } from '../../../test/killed-server.ts'

// These secrets exist in the test process only: the server is a separate process and receives the key through its form.
const KEY = { key: 'heap-search-key-41f7', secret: 'heap-search-secret-9c02', passphrase: 'heap-search-pass-77ab' }
const SEED = Uint8Array.from({ length: 32 }, (_, index) => 255 - index)
const SEED_TEXT = Buffer.from(SEED).toString('hex')
const EMAIL = 'heap@example.org'
/** Control: planted in the server by a preloaded file and joined there; if the search misses it, the test proves nothing. */
const PLANTED = ['heap', 'planted', 'marker-5d21']
const PLANTED_TEXT = PLANTED.join('-')

let apex: ApexStandIn
let server: Awaited<ReturnType<typeof killedServer>>

beforeAll(async () => {
  apex = await apexStandIn(KEY)
  const signer = apexTestSigner()
  const file = join(await mkdtemp(join(tmpdir(), 'aerie-signer-')), 'signer.wasm')
  writeFileSync(file, signer)
  const planting = join(await mkdtemp(join(tmpdir(), 'aerie-planted-')), 'planted.mjs')
  writeFileSync(
    planting,
    `const text = ${JSON.stringify(PLANTED)}.join('-')\nglobalThis.planted = { text, bytes: Buffer.from(text).map((byte) => 255 - byte) }\n`,
  )
  server = await killedServer({
    env: {
      APEX_URL: apex.http.url,
      APEX_WS_URL: apex.http.url.replace('http', 'ws'),
      APEX_SIGNER_WASM: file,
      APEX_SIGNER_SHA256: createHash('sha256').update(signer).digest('hex'),
    },
    flags: ['--heapsnapshot-signal=SIGUSR2', '--import', planting],
  })
}, 120_000)
afterAll(async () => {
  await server.close()
  await apex.close()
})

async function heapOf(pid: number): Promise<string> {
  process.kill(pid, 'SIGUSR2')
  const written = () => readdirSync(server.folder).find((name) => name.endsWith('.heapsnapshot'))
  await expect.poll(written, { timeout: 120_000 }).toBeDefined()
  const path = join(server.folder, written() ?? '')
  const isWhole = () => statSync(path).size > 0 && readFileSync(path, 'utf8').trimEnd().endsWith(']}')
  await expect.poll(isWhole, { timeout: 120_000, interval: 500 }).toBe(true)
  return readFileSync(path, 'utf8')
}

it('keeps no seed, key, secret or passphrase in plain text after a live order', { timeout: 600_000 }, async () => {
  const { pid } = await server.start()
  await server.createUser(EMAIL)
  const token = await server.logIn(EMAIL)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body: object): Promise<string> => {
    const answer = await server.ask(path, { method, headers, body: JSON.stringify(body) })
    expect(answer.ok, path).toBe(true)
    return await answer.text()
  }
  await send('PUT', '/account/apex', { api_key: KEY.key, secret: KEY.secret, passphrase: KEY.passphrase })
  const id = 'heap-order-1'
  const wish = {
    symbol: 'BTC-USDT',
    side: 'buy',
    type: 'limit',
    size: '0.01',
    price: '60000',
    time_in_force: 'gtc',
    post_only: false,
    reduce_only: false,
  } as const
  const { contract } = jsonAs(envelope(apexLiveOrder), await send('POST', '/account/apex/live-orders', { ...wish, client_id: id })).data
  const { account, pair, taker_fee_rate: takerFeeRate, maker_fee_rate: makerFeeRate } = contract
  const text = contractText(
    { account, pair, side: wish.side, size: wish.size, price: wish.price, takerFeeRate, makerFeeRate },
    createHash('sha256').update(id).digest(),
  )
  const signature = apexTestSignature(SEED, text)
  const sent = jsonAs(envelope(apexLiveOrder), await send('POST', `/account/apex/live-orders/${id}/send`, { signature })).data
  expect(sent.state).toBe('accepted')
  await expect.poll(() => apex.socket.open().length).toBe(1)
  expect((await server.ask('/account/apex/overview', { headers })).ok).toBe(true)
  for (const [place, order] of apex.orders) apex.orders.set(place, { ...order, status: 'CANCELED' })
  const state = async () => {
    const { orders } = jsonAs(envelope(apexLiveOrders), await (await server.ask('/account/apex/live-orders', { headers })).text()).data
    return orders.find(({ client_id }) => client_id === id)?.order?.state
  }
  await expect.poll(state, { timeout: 120_000 }).toBe('canceled')

  const heap = await heapOf(pid ?? 0)
  const wanted = { ...KEY, seed: SEED_TEXT, base64: Buffer.from(KEY.secret).toString('base64'), planted: PLANTED_TEXT }
  const found = Object.entries(wanted).flatMap(([name, text]) => (heap.includes(text) ? [name] : []))
  console.log(`heap search: ${(heap.length / 1e6).toFixed(0)} MB of snapshot, found: ${found.join(', ')}`)
  expect(found).toEqual(['planted'])

  // A heap snapshot has no buffer contents or freed memory. The seed never reached the server, so process memory must not contain it.
  const planted = Buffer.from(PLANTED_TEXT).map((byte) => 255 - byte)
  const inMemory = await foundInMemory(pid ?? 0, { seed: SEED, seedText: Buffer.from(SEED_TEXT), planted })
  console.log(`memory search, found: ${inMemory.join(', ')}`)
  expect(inMemory).toEqual(['planted'])
})
