import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { epochMs, SECOND_MS, systemClock } from '@aerie/core/time'
import { APEX_KEY, type ApexStandIn, apexStandIn } from '@aerie/testkit/apex-stand-in'
import { jsonAs } from '@aerie/testkit/json-as'
import { systemTimers } from '@aerie/upstream/timers'
import { apexOverview } from '@aerie/wire/apex'
import { type ApexLiveOrder, apexLiveOrder, apexLiveOrders } from '@aerie/wire/apex-orders'
import { envelope, problem } from '@aerie/wire/problem'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { vi } from 'vitest'
import { isLeaving } from '../src/areas/account/deletion/deletion-service.ts'
import { apexModule } from '../src/areas/venues/index.ts'
import { accountApp, type outcome } from './account-app.ts'

type ApexPart = Awaited<ReturnType<typeof apexModule>>
type Fault = Exclude<ReturnType<NonNullable<ApexStandIn['http']['fault']>>, undefined>

export const APEX_KEYS_BODY = { api_key: APEX_KEY.key, secret: APEX_KEY.secret, passphrase: APEX_KEY.passphrase }
const WISH = {
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  size: '0.01',
  price: '60000',
  time_in_force: 'gtc',
  post_only: false,
  reduce_only: false,
}
/** Valid in form only. */
export const SIGNATURE = 'ab'.repeat(32)

export const statusAndCode = (answer: Parameters<typeof outcome>[0]) => `${answer.statusCode} ${jsonAs(problem, answer.body).code}`
export const orderIn = (answer: { readonly body: string }): ApexLiveOrder => jsonAs(envelope(apexLiveOrder), answer.body).data

/** A server clock that tests shift; timeouts of 5 s or more fire only on command: a slow machine must not look like a silent ApeX. */
function ownTime() {
  const limits = new Set<() => void>()
  const time = { shiftMs: 0 }
  return {
    time,
    limits,
    clock: { now: () => epochMs(systemClock.now() + time.shiftMs) },
    timers: {
      after: (ms: number, run: () => void) => {
        if (ms < 5 * SECOND_MS) return systemTimers.after(ms, run)
        limits.add(run)
        return () => limits.delete(run)
      },
    },
  }
}

export async function liveOrderStage() {
  const apex = await apexStandIn()
  const { time, limits, clock, timers } = ownTime()
  const bytes = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  const file = join(mkdtempSync(join(tmpdir(), 'aerie-signer-')), 'signer.wasm')
  writeFileSync(file, bytes)
  const parts: { running?: ApexPart; begin?: () => Promise<ApexPart> } = {}
  const t = await accountApp({
    routes: async (app, { notifyUser, holdDeletion }, _requireUser, db) => {
      parts.begin = () =>
        apexModule({
          config: {
            APEX_URL: apex.http.url,
            APEX_WS_URL: apex.http.url.replace('http', 'ws'),
            APEX_SIGNER_WASM: file,
            APEX_SIGNER_SHA256: createHash('sha256').update(bytes).digest('hex'),
          },
          db,
          clock,
          timers,
          logger: pino({ level: 'silent' }),
          secretKey: Buffer.alloc(32, 7),
          notifyUser,
          isLeaving,
        })
      parts.running = await parts.begin()
      holdDeletion(parts.running.deletionHold)
      if (parts.running.routes !== undefined) await app.register(parts.running.routes)
      app.addHook('onClose', async () => await parts.running?.stop?.())
    },
  })
  const { running, begin } = parts
  if (running === undefined || begin === undefined) throw new Error('the routes were not registered')

  let count = 0
  const nextId = (): string => {
    count += 1
    return `live-order-${count}`
  }
  const trader = async () => {
    count += 1
    const session = await t.newUser(`live-${count}@example.org`)
    const saved = await t.put({ path: '/account/apex', token: session.token, body: APEX_KEYS_BODY })
    if (saved.statusCode !== 200) throw new Error(saved.body)
    return session
  }
  const prepare = (token: string, client_id: string, change: object = {}) =>
    t.post({ path: '/account/apex/live-orders', token, body: { ...WISH, client_id, ...change } })
  const send = (token: string, id: string, signature = SIGNATURE) =>
    t.post({ path: `/account/apex/live-orders/${id}/send`, token, body: { signature } })
  const listed = async (token: string): Promise<readonly ApexLiveOrder[]> =>
    jsonAs(envelope(apexLiveOrders), (await t.get({ path: '/account/apex/live-orders', token })).body).data.orders

  return {
    t,
    apex,
    time,
    limits,
    running,
    begin,
    nextId,
    trader,
    /** Waits for the private socket of the user's key: it queries unknown orders once, when it opens. */
    socketOpen: async (token: string): Promise<void> =>
      vi.waitFor(async () => {
        const { body } = await t.get({ path: '/account/apex/overview', token })
        if (!jsonAs(envelope(apexOverview), body).data.is_live) throw new Error('the private socket is not open')
      }, 20_000),
    prepare,
    send,
    placed: async (token: string, change: object = {}): Promise<ApexLiveOrder> => {
      const id = nextId()
      const prepared = await prepare(token, id, change)
      if (prepared.statusCode !== 201) throw new Error(prepared.body)
      return orderIn(await send(token, id))
    },
    listed,
    found: async (token: string, id: string): Promise<ApexLiveOrder | undefined> =>
      (await listed(token)).find((one) => one.client_id === id),
    /** Placing an order and querying it fail until `mend`; the private socket may query by itself at any time. */
    breakPlacing: (fault: Fault): void => {
      apex.http.fault = ({ path: asked }) => {
        if (asked === '/api/v3/order') return fault
        return asked.endsWith('order-by-client-order-id') ? { kind: 'hang-up' } : undefined
      }
    },
    /** ApeX works again, `laterMs` later, when every query is due. */
    mend: (laterMs = 10 * SECOND_MS): void => {
      apex.http.fault = undefined
      time.shiftMs = laterMs
    },
    reset: async (): Promise<void> => {
      apex.http.fault = undefined
      apex.http.seen.length = 0
      apex.onOrder = undefined
      apex.orders.clear()
      apex.sent.clear()
      apex.leadMs = 0
      time.shiftMs = 0
      await t.db.execute(sql`update apex_orders set ended_at = now()`)
    },
    close: async (): Promise<void> => {
      await t.close()
      await apex.close()
    },
  }
}
