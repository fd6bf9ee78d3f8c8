import { decimalOf } from '@aerie/journal/import/cells'
import { fillOf, microOf, symbolOf } from '@aerie/journal/import/entries'
import {
  FLIP,
  hyperliquidFunding,
  hyperliquidMarket,
  hyperliquidPosition,
  hyperliquidTrades,
} from '@aerie/journal/import/formats/hyperliquid'
import { stampMs } from '@aerie/upstream/json-values'
import { abortable } from '@aerie/upstream/timers'
import * as z from 'zod/mini'
import type { StoredCursor } from '../../../platform/db/schema/journal.ts'
import {
  type ExchangeReader,
  entriesOf,
  exchangeCall,
  type HistoryPage,
  type MakeLimiter,
  numberIn,
  OVERLAP_MS,
  type ReaderDeps,
} from './exchange-reader.ts'

/** Half of the 1,200 a minute that Hyperliquid allows for an address. A page of fills weighs 20, and 1 for each 20 fills. */
const PACE = { burst: 240, perSecond: 10 }
const FILLS_WEIGHT = 120
const FUNDING_WEIGHT = 45
const META_WEIGHT = 20
const MOST_FILLS = 2_000
const MOST_FUNDING = 500
const FILLS = 'fills'
const FUNDING = 'funding'

const text = z.string()
const spotMeta = z.object({
  tokens: z.array(z.object({ name: text, index: z.int() })),
  universe: z.array(z.object({ name: text, tokens: z.array(z.int()) })),
})
const fills = z.array(
  z.object({
    coin: text,
    px: text,
    sz: text,
    side: z.enum(['A', 'B']),
    time: stampMs,
    dir: text,
    fee: text,
    feeToken: z.optional(text),
    tid: z.int(),
  }),
)
const funding = z.array(z.object({ time: stampMs, delta: z.object({ coin: text, usdc: text, szi: z.optional(text) }) }))
type Fill = z.output<typeof fills>[number]

/** Readers of Hyperliquid accounts by address: its history is public. */
export function hyperliquidReaders(root: URL, makeLimiter: MakeLimiter) {
  const limiter = makeLimiter(PACE)
  return (deps: ReaderDeps): ExchangeReader => {
    const { env, signal, address } = deps
    const info = async <T>(body: Readonly<Record<string, unknown>>, weight: number, schema: z.ZodMiniType<T>): Promise<T> => {
      await abortable(limiter.take(weight), signal)
      const call = {
        root,
        path: '/info',
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      } as const
      return exchangeCall({ ...call, schema }, { ...deps, refusalOf: () => undefined })
    }
    let pairs: ReadonlyMap<string, string> | undefined
    /** `@107` is the pair HYPE/USDC. */
    const spotPairs = async (): Promise<ReadonlyMap<string, string>> => {
      if (pairs !== undefined) return pairs
      const { tokens, universe } = await info({ type: 'spotMeta' }, META_WEIGHT, spotMeta)
      const names = new Map(tokens.map(({ index, name }) => [index, name]))
      pairs = new Map(universe.map(({ name, tokens: of }) => [name, of.map((index) => names.get(index) ?? '').join('/')]))
      return pairs
    }
    const range = (cursor: StoredCursor | undefined) => ({
      user: address,
      startTime: numberIn(cursor, 'from', 0),
      endTime: env.clock.now(),
    })
    return {
      check: async () => void (await spotPairs()),
      history: async () => ({
        parts: [FILLS, FUNDING],
        covers: ['Perpetuals and spot with funding. Hyperliquid keeps the newest 10,000 trades of an address: earlier ones need a file.'],
      }),
      page: async (part, cursor) => {
        const asked = range(cursor)
        if (part === FUNDING) {
          const rows = await info({ type: 'userFunding', ...asked }, FUNDING_WEIGHT, funding)
          const read = entriesOf(rows, ({ time, delta: { coin, usdc, szi } }) => ({
            kind: 'funding',
            at: time,
            symbol: symbolOf(hyperliquidMarket(coin)),
            amount: microOf(decimalOf(usdc, 'usdc')),
            tradeId: '',
            ...(szi !== undefined && { position: szi.startsWith('-') ? 'short' : 'long' }),
          }))
          return { ...read, keys: hyperliquidFunding.id, ...pageOf(rows, asked, MOST_FUNDING) }
        }
        const rows = await info({ type: 'userFillsByTime', ...asked, aggregateByTime: false }, FILLS_WEIGHT, fills)
        const names = await spotPairs()
        return { ...entriesOf(rows, (row) => fillEntry(row, names)), keys: hyperliquidTrades.id, ...pageOf(rows, asked, MOST_FILLS) }
      },
    }
  }
}

type Asked = { readonly startTime: number; readonly endTime: number }

/** Oldest first; a full page continues at its last time, or after it where all are of one time. */
function pageOf(
  rows: readonly { readonly time: number }[],
  { startTime, endTime }: Asked,
  most: number,
): Pick<HistoryPage, 'cursor' | 'isDone' | 'share'> {
  const last = rows.at(-1)?.time
  if (rows.length < most || last === undefined) return { cursor: { from: endTime - OVERLAP_MS }, isDone: true, share: 1 }
  const first = rows[0]?.time ?? last
  return { cursor: { from: last === startTime ? last + 1 : last }, isDone: false, share: (last - first) / Math.max(1, endTime - first) }
}

const CLOSES = /^(?:close|liquidated|auto-?delever|settlement)/i

function fillEntry({ coin, px, sz, side, time, dir, fee, feeToken, tid }: Fill, names: ReadonlyMap<string, string>) {
  const symbol = hyperliquidMarket(names.get(coin) ?? coin)
  const isSpot = symbol.includes('/')
  return fillOf({
    at: time,
    symbol,
    side: side === 'B' ? 'buy' : 'sell',
    price: decimalOf(px, 'px'),
    size: decimalOf(sz, 'sz'),
    fee: decimalOf(fee, 'fee'),
    feeCoin: feeToken ?? 'USDC',
    isSpot,
    closes: CLOSES.test(dir) ? 'all' : FLIP.test(dir) ? 'some' : undefined,
    position: isSpot ? undefined : hyperliquidPosition(dir),
    tradeId: String(tid),
  })
}
