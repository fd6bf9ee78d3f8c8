import type { TripOrder } from '@aerie/journal/trip-table'
import type { TripRow } from '@aerie/wire/journal'
import { DASH } from '../../../live/figure-text.ts'
import { SOURCE_NAMES, SOURCE_WORDS } from '../../../market-views/forecast/forecast-text.ts'
import { figure, signedUsdc, toneOf } from '../../../trading/exact.ts'
import { heldText, multipleText } from '../money-text.ts'
import { exactText, whenText } from '../time-text.ts'

/** A cell as text, with what a hover adds. */
export type CellText = { readonly text: string; readonly title?: string | undefined; readonly tone?: 'up' | 'down' | undefined }

/** A column of the table beside the coin. `order`: what a press on its head orders by. */
export type TripColumn = {
  readonly id: string
  readonly title: string
  readonly words: string
  readonly order: TripOrder['figure'] | null
  readonly cell: (trip: TripRow) => CellText
  /** CSS pixels: no column changes its width as rows come and go. */
  readonly width: number
  readonly isText?: boolean
}

const moment = (ms: number | null, unknown: string): CellText =>
  ms === null ? { text: unknown } : { text: whenText(ms), title: exactText(ms) }

/** An amount in the trip's own currency, which is named where it is no dollar. */
export function amountText(amount: string | null, currency: string): CellText {
  if (amount === null) return { text: DASH }
  return { text: `${signedUsdc(amount)}${unit(currency)}`, title: `${amount} ${currency}`, tone: toneOf(amount) }
}
const unit = (currency: string): string => (currency === 'USDC' ? '' : ` ${currency}`)
const plainAmount = (amount: string | null, currency: string): CellText => {
  const { tone: _tone, ...cell } = amountText(amount, currency)
  return cell
}

const isReal = (stars: number | null): stars is number => stars !== null

/** All columns beside the coin, in their order. */
export const TRIP_COLUMNS: readonly TripColumn[] = [
  {
    id: 'net',
    width: 104,
    title: 'Net',
    words: 'Result after fees and funding',
    order: 'net',
    cell: netCell,
  },
  {
    id: 'r',
    width: 84,
    title: 'R',
    words: 'Net result in multiples of the risk at entry',
    order: 'r',
    cell: ({ r }) =>
      r === null
        ? { text: DASH, title: 'no stop when it was opened' }
        : { text: multipleText(r), tone: r < 0 ? 'down' : r > 0 ? 'up' : undefined },
  },
  {
    id: 'closed',
    width: 150,
    title: 'Closed',
    words: 'When it was closed',
    order: 'closed',
    cell: (trip) => moment(trip.closed_at_ms, 'open'),
  },
  { id: 'held', width: 84, title: 'Held', words: 'From its first fill to its last', order: 'held', cell: heldCell },
  { id: 'size', width: 104, title: 'Size', words: 'Coins entered in all', order: null, cell: ({ size }) => ({ text: figure(size) }) },
  { id: 'entry', width: 112, title: 'Entry', words: 'Average price of entry', order: null, cell: ({ entry }) => priceCell(entry) },
  { id: 'exit', width: 112, title: 'Exit', words: 'Average price of exit', order: null, cell: ({ exit }) => priceCell(exit) },
  {
    id: 'mae',
    width: 96,
    title: 'MAE',
    words: 'Worst that the position stood at',
    order: 'mae',
    cell: (trip) => plainAmount(trip.mae, trip.currency),
  },
  {
    id: 'mfe',
    width: 96,
    title: 'MFE',
    words: 'Best that the position stood at',
    order: 'mfe',
    cell: (trip) => plainAmount(trip.mfe, trip.currency),
  },
  {
    id: 'fees',
    width: 84,
    title: 'Fees',
    words: 'Fees of all its fills',
    order: 'fees',
    cell: ({ fees }) => (fees === null ? { text: DASH } : { text: figure(cutCents(fees)), title: fees }),
  },
  {
    id: 'funding',
    width: 84,
    title: 'Funding',
    words: 'Funding, received above 0',
    order: 'funding',
    cell: (trip) => plainAmount(trip.funding, trip.currency),
  },
  {
    id: 'slippage',
    width: 92,
    title: 'Slippage',
    words: 'Lost against the middle of the book at the decision',
    order: 'slippage',
    cell: (trip) => plainAmount(trip.slippage, trip.currency),
  },
  {
    id: 'origin',
    width: 128,
    title: 'Origin',
    words: 'Paper account with its market, or the exchange of an imported file',
    order: null,
    isText: true,
    cell: originCell,
  },
  {
    id: 'rating',
    width: 88,
    title: 'Rating',
    words: 'Your own rating, 1 to 5',
    order: 'rating',
    isText: true,
    cell: ({ rating }) => (isReal(rating) ? { text: '★'.repeat(rating), title: `${rating} of 5` } : { text: DASH, title: 'not rated' }),
  },
  {
    id: 'tags',
    width: 160,
    title: 'Tags',
    words: 'Your own tags',
    order: null,
    isText: true,
    cell: ({ tags }) => ({ text: tags.join(', '), title: tags.join(', ') || undefined }),
  },
]

function netCell({ net, currency, closed_at_ms }: TripRow): CellText {
  if (net !== null) return amountText(net, currency)
  return { text: DASH, title: closed_at_ms === null ? 'still open' : 'not known: the trade says why' }
}

function originCell({ origin, source_kind }: TripRow): CellText {
  if (source_kind === null) return { text: origin, title: 'imported' }
  return { text: `${origin}, ${SOURCE_NAMES[source_kind]}`, title: SOURCE_WORDS[source_kind] }
}

function heldCell({ opened_at_ms, closed_at_ms }: TripRow): CellText {
  if (opened_at_ms === null) return { text: DASH, title: 'The file does not say when it was opened.' }
  return closed_at_ms === null
    ? { text: 'open' }
    : { text: heldText(closed_at_ms - opened_at_ms), title: `opened ${exactText(opened_at_ms)}` }
}

/** Average prices have up to twelve decimals: eight digits are read, the rest is one hover away. */
function priceCell(price: string | null): CellText {
  if (price === null) return { text: DASH }
  const [whole = '', rest = ''] = price.split('.')
  const decimals = rest.slice(0, Math.max(2, 8 - whole.length))
  return { text: figure(decimals === '' ? whole : `${whole}.${decimals}`), title: price }
}

const cutCents = (amount: string): string => amount.replace(/(\.\d{2})\d+$/, '$1')
