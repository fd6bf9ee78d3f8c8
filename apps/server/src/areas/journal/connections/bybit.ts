import { createHmac } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import { decimalOf } from '@aerie/journal/import/cells'
import { fillOf, fundingOf, type ImportedEntry } from '@aerie/journal/import/entries'
import { bybitUnified } from '@aerie/journal/import/formats/bybit'
import { coinsOf } from '@aerie/journal/import/markets'
import type { HttpAnswer } from '@aerie/upstream/http-json'
import { stampMs } from '@aerie/upstream/json-values'
import { queryText, whole } from '@aerie/upstream/query'
import { abortable } from '@aerie/upstream/timers'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import * as z from 'zod/mini'
import {
  checkRegions,
  type ExchangeReader,
  entriesOf,
  exchangeCall,
  KeyRefusal,
  type MakeLimiter,
  type ReaderDeps,
  windowPage,
} from './exchange-reader.ts'

/** Worldwide and European accounts. Source: Bybit v5, integration guide. */
export const BYBIT_ROOTS: readonly [URL, ...URL[]] = [new URL('https://api.bybit.com'), new URL('https://api.bybit.eu')]

/** Well below what Bybit allows for a key: ten a second. */
const PACE = { burst: 5, perSecond: 5 }
const MOST_ROWS = 100
/** Longest range of a request, and how far back Bybit lists executions. */
const WINDOW_MS = 7 * DAY_MS
const HISTORY_MS = 2 * 365 * DAY_MS - HOUR_MS
const RECEIVE_MS = '10000'
const PARTS = ['spot', 'linear', 'inverse'] as const

const text = z.string()
const answered = <T>(result: z.ZodMiniType<T>) => z.object({ retCode: z.literal(0), result })
const serverTime = z.object({ retCode: z.literal(0), time: stampMs })
const keyInfo = answered(z.object({ readOnly: z.int() }))
const executions = answered(
  z.object({
    nextPageCursor: z.optional(z.nullable(z.string().check(z.regex(/^[^&#\s]{0,1000}$/)))),
    list: z.array(
      z.object({
        symbol: text,
        side: text,
        execId: text,
        execPrice: text,
        execQty: text,
        execFee: text,
        feeCurrency: z.optional(text),
        execType: text,
        execTime: text,
        closedSize: z.optional(text),
        feeRate: z.optional(text),
        positionIdx: z.optional(z.int()),
      }),
    ),
  }),
)
type Execution = z.output<typeof executions>['result']['list'][number]

/** Readers of unified Bybit accounts. */
export function bybitReaders(roots: readonly [URL, ...URL[]], makeLimiter: MakeLimiter) {
  const limiter = makeLimiter(PACE)
  return (deps: ReaderDeps): ExchangeReader => {
    const { env, signal } = deps
    const terms = { ...deps, refusalOf }
    let [root] = roots
    let leadMs: number | undefined
    const now = (): number => env.clock.now()
    const signed = async <T>(path: string, query: string, schema: z.ZodMiniType<T>): Promise<T> => {
      leadMs ??= (await exchangeCall({ root, path: '/v5/market/time', schema: serverTime }, terms)).time - now()
      await abortable(limiter.take(), signal)
      const { key, secret } = deps.credentials()
      const timestamp = String(now() + leadMs)
      const sign = createHmac('sha256', secret).update(`${timestamp}${key}${RECEIVE_MS}${query}`).digest('hex')
      const headers = {
        'x-bapi-api-key': key,
        'x-bapi-timestamp': timestamp,
        'x-bapi-recv-window': RECEIVE_MS,
        'x-bapi-sign': sign,
      }
      return exchangeCall({ root, path: query === '' ? path : `${path}?${query}`, headers, schema }, terms)
    }
    return {
      check: async () => {
        await checkRegions(roots, async (each) => {
          root = each
          const { result } = await signed('/v5/user/query-api', '', keyInfo)
          if (result.readOnly !== 1)
            throw new KeyRefusal('may_trade', 'This key may do more than read. Create one at Bybit with the permission “Read-Only”.')
        })
      },
      history: async () => ({
        parts: PARTS,
        covers: [
          'Spot trades, and perpetuals and futures with their funding, of the last two years. Earlier trades need a file.',
          'Coin-margined contracts are in their coin, and have no value in dollars.',
        ],
      }),
      page: async (part, cursor) => {
        const range = { cursor, since: now() - HISTORY_MS, now: now(), spanMs: WINDOW_MS }
        const { rows, ...page } = await windowPage(range, async ({ from, to, page }) => {
          const query = queryText({ category: part, startTime: whole(from), endTime: whole(to), limit: whole(MOST_ROWS) })
          // Bybit writes the cursor ready for an address.
          const { result } = await signed('/v5/execution/list', page === '' ? query : `${query}&cursor=${page}`, executions)
          return { rows: result.list, next: result.list.length < MOST_ROWS ? '' : (result.nextPageCursor ?? '') }
        })
        return { ...page, ...entriesOf(rows, (row) => entryOf(row, part === 'spot')), keys: bybitUnified.id }
      },
    }
  }
}

const FILLS: ReadonlySet<string> = new Set(['Trade', 'AdlTrade', 'BustTrade', 'Delivery', 'BlockTrade', 'MovePosition'])
const FORCED: ReadonlySet<string> = new Set(['AdlTrade', 'BustTrade', 'Delivery'])

function entryOf(row: Execution, isSpot: boolean): ImportedEntry | undefined {
  const { symbol, side, execId, execType } = row
  const at = Number(row.execTime)
  const fee = decimalOf(row.execFee === '' ? '0' : row.execFee, 'execFee')
  // A funding fee is positive if paid.
  if (execType === 'Funding') return fundingOf({ at, symbol, amount: -fee, tradeId: execId, position: payerOf(row, fee) })
  if (!FILLS.has(execType)) return undefined
  const size = decimalOf(row.execQty, 'execQty')
  const closed = isSpot || !row.closedSize ? undefined : decimalOf(row.closedSize, 'closedSize')
  const { base, quote } = coinsOf(symbol)
  // A spot trade pays in the coin that it receives.
  const received = !isSpot ? '' : side === 'Buy' ? base : quote
  return fillOf({
    at,
    symbol,
    side,
    price: decimalOf(row.execPrice, 'execPrice'),
    size,
    fee,
    feeCoin: row.feeCurrency || received,
    isSpot,
    // Without a known position, what is closed was opened before the history begins.
    closes: FORCED.has(execType) ? 'all' : closed !== undefined && closed > 0n ? 'some' : undefined,
    position: isSpot ? undefined : positionOfRow(row, closed, size),
    tradeId: execId,
  })
}

const SIDES = { 1: 'long', 2: 'short' } as const

/** The size a fill closed identifies its position, in hedge mode too. A fill that closes only in part has reversed the only position of its market. */
function positionOfRow({ positionIdx, side }: Execution, closed: bigint | undefined, size: bigint): 'long' | 'short' | undefined {
  if (positionIdx === 1 || positionIdx === 2) return SIDES[positionIdx]
  if (closed === undefined || (closed > 0n && closed < size)) return undefined
  return (side === 'Buy') === (closed === 0n) ? 'long' : 'short'
}

/** At a positive rate long positions pay short ones. */
function payerOf({ positionIdx, feeRate }: Execution, fee: bigint): 'long' | 'short' | undefined {
  if (positionIdx === 1 || positionIdx === 2) return SIDES[positionIdx]
  const rate = decimalOf(feeRate || '0', 'feeRate')
  if (rate === 0n || fee === 0n) return undefined
  return rate > 0n === fee > 0n ? 'long' : 'short'
}

const refusal = z.object({ retCode: z.int() })
/** Source: Bybit v5, error codes. */
const REJECTED_KEY: ReadonlySet<number> = new Set([10003, 10004, 10005, 10007, 10010, 33004])
const LIMITED: ReadonlySet<number> = new Set([10006, 10018])
const WRONG_TIME = 10002

function refusalOf({ status, body }: HttpAnswer): Error | undefined {
  if (status === 401) return rejected()
  const parsed = z.safeParse(refusal, body)
  if (!parsed.success || parsed.data.retCode === 0) return undefined
  const { retCode: code } = parsed.data
  if (REJECTED_KEY.has(code)) return rejected()
  if (LIMITED.has(code)) return new UpstreamError('rate-limited', 'is limiting requests', { code })
  if (code === WRONG_TIME) return new UpstreamError('down', 'does not accept the time of this server', { code })
  return new UpstreamError('refused', `refused the request (${code})`, { code })
}

const rejected = (): KeyRefusal =>
  new KeyRefusal(
    'rejected',
    'Bybit does not accept this key. Check key and secret, that the key has not expired, and that it is not limited to other IP addresses.',
  )
