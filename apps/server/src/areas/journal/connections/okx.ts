import { createHmac } from 'node:crypto'
import { DECIMALS } from '@aerie/core/numbers/units'
import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import { decimalOf, RowProblem } from '@aerie/journal/import/cells'
import { fillOf, fundingOf, type ImportedEntry, positionOf } from '@aerie/journal/import/entries'
import { okxTrading } from '@aerie/journal/import/formats/okx'
import type { HttpAnswer } from '@aerie/upstream/http-json'
import { type Query, queryText, whole } from '@aerie/upstream/query'
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

/** Worldwide, European and American accounts. Source: OKX v5, production trading services. */
export const OKX_ROOTS: readonly [URL, ...URL[]] = [
  new URL('https://www.okx.com'),
  new URL('https://eea.okx.com'),
  new URL('https://us.okx.com'),
]

/** Below what OKX allows: ten in two seconds for fills, five for bills. */
const PACE = { burst: 2, perSecond: 2 }
const MOST_ROWS = 100
/** OKX lists three months. */
const HISTORY_MS = 90 * DAY_MS - HOUR_MS
const WINDOW_MS = 30 * DAY_MS
const SIZES_MS = HOUR_MS
const FUNDING = 'funding'
const FILL_PARTS = ['SPOT', 'MARGIN', 'SWAP', 'FUTURES'] as const
/** Trade numbers differ from the numbers in OKX's files, so trades of both are matched by their values. */
const FILL_KEYS = 'okx-trades'
const FUNDING_BILLS = '8'
const ONE = 10n ** BigInt(DECIMALS.price)

const text = z.string()
const listOf = <T>(row: z.ZodMiniType<T>) => z.object({ code: z.literal('0'), data: z.array(row) })
const serverTime = listOf(z.object({ ts: text }))
const accountConfig = listOf(z.object({ perm: text }))
const instruments = listOf(z.object({ instId: text, ctVal: text, ctMult: text }))
const fills = listOf(
  z.object({
    instType: text,
    instId: text,
    tradeId: text,
    billId: text,
    fillPx: text,
    fillSz: text,
    side: text,
    posSide: z.optional(text),
    fee: text,
    feeCcy: text,
    fillPnl: z.optional(text),
    fillTime: z.optional(text),
    ts: text,
  }),
)
const bills = listOf(z.object({ instId: text, billId: text, balChg: text, pnl: z.optional(text), ts: text }))
type Fill = z.output<typeof fills>['data'][number]

/** Readers of OKX accounts. */
export function okxReaders(roots: readonly [URL, ...URL[]], makeLimiter: MakeLimiter) {
  const limiter = makeLimiter(PACE)
  /** By address. */
  const sizes = new Map<string, { readonly byId: ReadonlyMap<string, bigint>; readonly until: number }>()

  return (deps: ReaderDeps): ExchangeReader => {
    const { env, signal } = deps
    const terms = { ...deps, refusalOf }
    let [root] = roots
    let leadMs: number | undefined
    const now = (): number => env.clock.now()
    const open = <T>(path: string, schema: z.ZodMiniType<T>): Promise<T> => exchangeCall({ root, path, schema }, terms)
    const signed = async <T>(path: string, query: Query, schema: z.ZodMiniType<T>): Promise<T> => {
      leadMs ??= Number((await open('/api/v5/public/time', serverTime)).data[0]?.ts ?? now()) - now()
      await abortable(limiter.take(), signal)
      const { key, secret, passphrase } = deps.credentials()
      const search = queryText(query)
      const asked = search === '' ? path : `${path}?${search}`
      const timestamp = new Date(now() + leadMs).toISOString()
      const sign = createHmac('sha256', secret).update(`${timestamp}GET${asked}`).digest('base64')
      const headers = {
        'ok-access-key': key,
        'ok-access-sign': sign,
        'ok-access-timestamp': timestamp,
        'ok-access-passphrase': passphrase,
      }
      return exchangeCall({ root, path: asked, headers, schema }, terms)
    }
    /** Coins per contract. */
    const contractSizes = async (): Promise<ReadonlyMap<string, bigint>> => {
      const known = sizes.get(root.href)
      if (known !== undefined && known.until > now()) return known.byId
      const swaps = await open('/api/v5/public/instruments?instType=SWAP', instruments)
      const futures = await open('/api/v5/public/instruments?instType=FUTURES', instruments)
      const byId = new Map<string, bigint>()
      for (const { instId, ctVal, ctMult } of [...swaps.data, ...futures.data])
        if (ctVal !== '') byId.set(instId, (decimalOf(ctVal, 'ctVal') * decimalOf(ctMult === '' ? '1' : ctMult, 'ctMult')) / ONE)
      sizes.set(root.href, { byId, until: now() + SIZES_MS })
      return byId
    }
    return {
      check: async () => {
        await checkRegions(roots, async (each) => {
          root = each
          const { data } = await signed('/api/v5/account/config', {}, accountConfig)
          const rights = (data[0]?.perm ?? '').split(',').map((right) => right.trim())
          if (rights.length !== 1 || rights[0] !== 'read_only')
            throw new KeyRefusal(
              'may_trade',
              `This key may do more than read (${rights.join(', ').slice(0, 60)}). Create one at OKX with “Read” only.`,
            )
        })
      },
      history: async () => ({
        parts: [...FILL_PARTS, FUNDING],
        covers: [
          'Spot, margin, swaps and futures, and their funding, of the last three months: OKX lists no more. Earlier trades and options need a file.',
          'Coin-margined contracts are in their coin, and have no value in dollars.',
        ],
      }),
      page: async (part, cursor) => {
        const range = { cursor, since: now() - HISTORY_MS, now: now(), spanMs: WINDOW_MS }
        const ask = async <Row extends { readonly billId: string }>(path: string, query: Query, schema: z.ZodMiniType<{ data: Row[] }>) =>
          windowPage(range, async ({ from, to, page }) => {
            const span = { begin: String(from), end: String(to), limit: whole(MOST_ROWS), ...(page !== '' && { after: page }) }
            const { data } = await signed(path, { ...query, ...span }, schema)
            return { rows: data, next: data.length < MOST_ROWS ? '' : (data.at(-1)?.billId ?? '') }
          })
        if (part === FUNDING) {
          const { rows, ...page } = await ask('/api/v5/account/bills-archive', { type: FUNDING_BILLS }, bills)
          const read = entriesOf(rows, ({ instId, billId, balChg, pnl, ts }) =>
            // An isolated position pays from its margin, so that the account's balance stays.
            fundingOf({
              at: Number(ts),
              symbol: instId,
              amount: decimalOf(balChg, 'balChg') || decimalOf(pnl || '0', 'pnl'),
              tradeId: billId,
            }),
          )
          return { ...page, ...read, keys: okxTrading.id }
        }
        const { rows, ...page } = await ask('/api/v5/trade/fills-history', { instType: part }, fills)
        const byId = rows.length > 0 && (part === 'SWAP' || part === 'FUTURES') ? await contractSizes() : new Map<string, bigint>()
        return { ...page, ...entriesOf(rows, (row) => fillEntry(row, byId)), keys: FILL_KEYS }
      },
    }
  }
}

function fillEntry(row: Fill, contractSizes: ReadonlyMap<string, bigint>): ImportedEntry | undefined {
  const { instId, instType } = row
  const isSpot = instType === 'SPOT'
  const isContract = instType === 'SWAP' || instType === 'FUTURES'
  const each = isContract ? contractSizes.get(instId) : ONE
  if (each === undefined) throw new RowProblem(`${instId.slice(0, 40)} is no longer listed, so that the size of its contracts is unknown`)
  return fillOf({
    at: Number(row.fillTime || row.ts),
    symbol: instId,
    side: row.side,
    price: decimalOf(row.fillPx, 'fillPx'),
    size: (decimalOf(row.fillSz, 'fillSz') * each) / ONE,
    // A fee is negative if paid.
    fee: -decimalOf(row.fee === '' ? '0' : row.fee, 'fee'),
    feeCoin: row.feeCcy,
    isSpot,
    position: isContract ? positionOf(row.posSide ?? '') : undefined,
    // A profit is realized by what closes; without a known position that was opened before the history begins.
    closes: isContract && decimalOf(row.fillPnl || '0', 'fillPnl') !== 0n ? 'some' : undefined,
    tradeId: row.tradeId,
  })
}

const refusal = z.object({ code: z.string().check(z.regex(/^\d{1,6}$/)) })
/** Source: OKX v5, error codes of API keys: 50100 to 50120, without those about the time. */
const WRONG_TIME: ReadonlySet<number> = new Set([50102, 50112])
const LIMITED: ReadonlySet<number> = new Set([50011, 50061])

function refusalOf({ status, body }: HttpAnswer): Error | undefined {
  const parsed = z.safeParse(refusal, body)
  const code = parsed.success ? Number(parsed.data.code) : 0
  if (WRONG_TIME.has(code)) return new UpstreamError('down', 'does not accept the time of this server', { code })
  if (LIMITED.has(code)) return new UpstreamError('rate-limited', 'is limiting requests', { code })
  if (status === 401 || (code >= 50_100 && code <= 50_120))
    return new KeyRefusal(
      'rejected',
      'OKX does not accept this key. Check key, secret and passphrase, and that the key is not limited to other IP addresses.',
    )
  return code === 0 ? undefined : new UpstreamError('refused', `refused the request (${code})`, { code })
}
