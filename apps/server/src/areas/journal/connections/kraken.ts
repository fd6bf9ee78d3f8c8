import { createHash, createHmac } from 'node:crypto'
import { decimalOf } from '@aerie/journal/import/cells'
import { fillOf, symbolOf } from '@aerie/journal/import/entries'
import { krakenPosition, krakenTrades, pairName } from '@aerie/journal/import/formats/kraken'
import { coinsOf } from '@aerie/journal/import/markets'
import type { HttpAnswer } from '@aerie/upstream/http-json'
import { type Query, queryText, whole } from '@aerie/upstream/query'
import { abortable } from '@aerie/upstream/timers'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import * as z from 'zod/mini'
import {
  type ExchangeReader,
  entriesOf,
  exchangeCall,
  KeyRefusal,
  type MakeLimiter,
  type ReaderDeps,
  windowPage,
} from './exchange-reader.ts'

/** Kraken counts for each key: up to 15, minus 0.33 a second; a page of trades counts 2. A new connection is checked twice within seconds. */
const PACE = { burst: 5, perSecond: 0.3 }
const TRADES_WEIGHT = 2
const MOST_ROWS = 50
const TRADES = 'trades'

const text = z.string()
const reply = <T>(result: z.ZodMiniType<T>) => z.object({ error: z.array(text), result })
const trades = reply(
  z.object({
    count: z.int(),
    trades: z.record(
      text,
      z.object({
        pair: text,
        time: z.number(),
        type: text,
        price: text,
        fee: text,
        vol: text,
        margin: z.optional(text),
        misc: z.optional(text),
      }),
    ),
  }),
)
type Trade = z.output<typeof trades>['result']['trades'][string] & { readonly txid: string }

/**
 * Requests that need a right which a reading key must not have, and change nothing: an order that is only validated, the cancellation of an
 * order that does not exist, and the methods of withdrawal. Each must be refused for want of permission.
 */
const PROBES: readonly { readonly name: string; readonly right: string; readonly fields: Query }[] = [
  {
    name: 'AddOrder',
    right: 'create orders',
    fields: { pair: 'XBTUSD', type: 'buy', ordertype: 'limit', price: '1', volume: '0.0001', validate: 'true' },
  },
  { name: 'CancelOrder', right: 'cancel orders', fields: { txid: 'OAAAAA-AAAAA-AAAAAA' } },
  { name: 'WithdrawMethods', right: 'withdraw', fields: { asset: 'XBT' } },
]

/** Readers of Kraken's spot and margin accounts. */
export function krakenReaders(root: URL, makeLimiter: MakeLimiter) {
  return (deps: ReaderDeps): ExchangeReader => {
    const { env, signal } = deps
    const limiter = makeLimiter(PACE)
    let lastNonce = 0
    const now = (): number => env.clock.now()
    const signed = async <T>(
      name: string,
      { fields, weight, schema }: { fields: Query; weight: number; schema: z.ZodMiniType<T> },
    ): Promise<T> => {
      await abortable(limiter.take(weight), signal)
      const { key, secret } = deps.credentials()
      const path = `/0/private/${name}`
      lastNonce = Math.max(lastNonce + 1, now() * 1_000)
      const body = queryText({ nonce: whole(lastNonce), ...fields })
      const digest = createHash('sha256').update(`${lastNonce}${body}`).digest()
      const sign = createHmac('sha512', Buffer.from(secret, 'base64')).update(path).update(digest).digest('base64')
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'api-key': key, 'api-sign': sign }
      return exchangeCall({ root, path, method: 'POST', body, headers, schema }, { ...deps, refusalOf })
    }
    return {
      check: async () => {
        await signed('TradesHistory', { fields: { ofs: whole(0) }, weight: TRADES_WEIGHT, schema: trades })
        for (const { name, right, fields } of PROBES)
          if (!(await isDenied(() => signed(name, { fields, weight: 1, schema: z.unknown() }))))
            throw new KeyRefusal('may_trade', `This key may ${right}. Create one at Kraken with “Query closed orders and trades” only.`)
      },
      history: async () => ({
        parts: [TRADES],
        covers: ['Spot and margin trades from the first one on. Futures and conversions need a file.'],
      }),
      page: async (_part, cursor) => {
        const range = { cursor, since: 1, now: now(), spanMs: Number.MAX_SAFE_INTEGER }
        const { rows, ...page } = await windowPage(range, async ({ from, to, page }) => {
          const offset = Number(page || 0)
          // Kraken leaves out the start and takes seconds.
          const fields = { start: whole(Math.max(0, from / 1_000 - 1)), end: whole(Math.ceil(to / 1_000)), ofs: whole(offset) }
          const { result } = await signed('TradesHistory', { fields, weight: TRADES_WEIGHT, schema: trades })
          const found = Object.entries(result.trades).map(([txid, trade]): Trade => ({ ...trade, txid }))
          const next = offset + found.length
          return {
            rows: found.toSorted((a, b) => b.time - a.time),
            next: found.length < MOST_ROWS || next >= result.count ? '' : String(next),
          }
        })
        return { ...page, ...entriesOf(rows, fillEntry), keys: krakenTrades.id }
      },
    }
  }
}

/** Whether the key lacks the right to this. */
async function isDenied(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return false
  } catch (error) {
    if (error instanceof PermissionDenied) return true
    // Any other refusal of the request itself came after its rights were accepted.
    if (error instanceof UpstreamError && error.kind === 'refused') return false
    throw error
  }
}

function fillEntry({ txid, pair, time, type, price, fee, vol, margin = '0', misc = '' }: Trade) {
  const symbol = symbolOf(pairName(pair))
  return fillOf({
    at: Math.floor(time * 1_000),
    symbol,
    side: type,
    price: decimalOf(price, 'price'),
    size: decimalOf(vol, 'vol'),
    fee: decimalOf(fee, 'fee'),
    feeCoin: coinsOf(symbol).quote,
    ...krakenPosition({ side: type, margin: decimalOf(margin, 'margin'), misc }),
    tradeId: txid,
  })
}

class PermissionDenied extends KeyRefusal {
  constructor() {
    super('rejected', 'This key may not read trades. Give it the permission “Query closed orders and trades” at Kraken.')
  }
}

const refusal = z.object({ error: z.array(z.string()).check(z.minLength(1)) })

/** Source: Kraken, API errors. */
function refusalOf({ body }: HttpAnswer): Error | undefined {
  const parsed = z.safeParse(refusal, body)
  if (!parsed.success) return undefined
  const errors = parsed.data.error.join(' ')
  if (errors.includes('EGeneral:Permission denied')) return new PermissionDenied()
  if (/EAPI:Invalid (?:key|signature)|EAuth:/.test(errors))
    return new KeyRefusal('rejected', 'Kraken does not accept this key. Check key and private key.')
  if (/EAPI:Rate limit|EGeneral:Temporary lockout|EService:Throttled/.test(errors))
    return new UpstreamError('rate-limited', 'is limiting requests', { retryAfterMs: 60_000 })
  if (/^EService|EAPI:Invalid nonce|EGeneral:Internal/.test(errors)) return new UpstreamError('down', 'cannot answer at the moment')
  return new UpstreamError('refused', 'refused the request')
}
