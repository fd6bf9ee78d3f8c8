import { runLines } from '../run/run.ts'

/** One instrument, 10,000 USDC, Hyperliquid's fees, no latency. */
export const STAGE = {
  instruments: [{ symbol: 'X', tick: '0.001', lot: '0.001', min_notional: '10', max_leverage: 20, tiers: [{ from: '0', rate: '0.025' }] }],
  fees: { taker: '0.00045', maker: '0.00015' },
  latency_ms: 0,
  deposit: '10000',
}
/** freqtrade's fixture `order_book_l2_usd`. */
export const BOOK = {
  symbol: 'X',
  asks: [
    ['25.566', '14.27'],
    ['25.567', '48.484'],
    ['25.568', '92.349'],
    ['25.572', '31.48'],
    ['25.573', '23'],
    ['25.574', '20'],
    ['25.575', '89.606'],
    ['25.576', '262.016'],
    ['25.577', '178.557'],
    ['25.578', '78.614'],
  ],
  bids: [
    ['25.563', '49.269'],
    ['25.562', '83'],
    ['25.56', '106'],
    ['25.559', '15.381'],
    ['25.558', '29.299'],
    ['25.557', '34.624'],
    ['25.556', '10'],
    ['25.555', '14.684'],
    ['25.554', '45.91'],
    ['25.553', '50'],
  ],
}
/** A hundred on each side of 100. */
export const BEST = { symbol: 'X', bids: [['99', '100']], asks: [['101', '100']] }

type Final = {
  cash: string
  equity: string
  margin_used: string
  maintenance: string
  positions: Record<string, string | null>[]
  orders: Record<string, string | null>[]
  ledger: Record<string, string>
  ledger_total: string
}

/** Runs lines after a stage; `events` without the last one, which is `final`. */
export function run(lines: readonly object[], stage: object = {}) {
  const out = [...runLines([{ ...STAGE, ...stage }, ...lines].map((line) => JSON.stringify(line)))]
  const final = out.at(-1)?.final as Final
  return { events: out.slice(0, -1), final, order: (id: string) => final.orders.find(({ client_id }) => client_id === id) }
}

/** Body of an order: a market buy, but for what is given. */
export const order = (id: string, body: object) => ({ client_id: id, symbol: 'X', type: 'market', side: 'buy', ...body })
