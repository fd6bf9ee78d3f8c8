import type { TripOrder } from '@aerie/journal/trip-table'
import type { TripRow } from '@aerie/wire/journal/journal'
import { amountFigure, DASH, exactFigure, exactTitle, signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { SOURCE_LABELS, SOURCE_NAMES } from '../../../platform/format/market-text.ts'
import { heldText, priceAtTick } from '../../trading/index.ts'
import { marketSymbol, sizeUnit } from '../detail/trip-window.ts'
import { excursionCell } from '../excursion-text.ts'
import { exactText, multipleText, whenText } from '../figure-text.ts'

export type CellText = {
  readonly text: string
  readonly title?: string | undefined
  readonly tone?: 'up' | 'down' | undefined
  /** Coin whose tick size formats a price. */
  readonly priceOf?: string | null
}

/** `order`: sort key of the column header. */
export type TripColumn = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly order: TripOrder['figure'] | null
  readonly cell: (trip: TripRow) => CellText
  /** Fixed, in CSS pixels, so that widths do not change while rows scroll. */
  readonly width: number
  /** Width if some trip has a range in this column. */
  readonly widthOfRanges?: number
  readonly isText?: boolean
}

const moment = (ms: number | null, unknown: string): CellText =>
  ms === null ? { text: unknown } : { text: whenText(ms), title: exactText(ms) }

export function amountText(amount: string | null, currency: string): CellText {
  if (amount === null) return { text: DASH }
  return { text: `${signedAmount(amount)}${unit(currency)}`, title: `${amount} ${currency}`, tone: toneOf(amount) }
}
const unit = (currency: string): string => (currency === 'USDC' ? '' : ` ${currency}`)
const plainAmount = (amount: string | null, currency: string): CellText => {
  const { tone: _tone, ...cell } = amountText(amount, currency)
  return cell
}

const isReal = (stars: number | null): stars is number => stars !== null

export const TRIP_COLUMNS: readonly TripColumn[] = [
  {
    id: 'net',
    // Fits an amount with its currency.
    width: 128,
    title: 'Net',
    description: 'Result after fees and funding',
    order: 'net',
    cell: netCell,
  },
  {
    id: 'r',
    width: 72,
    title: 'R',
    description: 'Net result in multiples of the risk at entry',
    order: 'r',
    cell: ({ r }) =>
      r === null ? { text: DASH, title: 'no stop at entry' } : { text: multipleText(r), tone: r < 0 ? 'down' : r > 0 ? 'up' : undefined },
  },
  {
    id: 'closed',
    width: 176,
    title: 'Closed',
    description: 'When it was closed',
    order: 'closed',
    cell: (trip) => moment(trip.closed_at_ms, 'open'),
  },
  { id: 'held', width: 84, title: 'Held', description: 'First fill to last fill', order: 'held', cell: heldCell },
  {
    id: 'size',
    width: 104,
    title: 'Size',
    description: 'Total size entered',
    order: null,
    cell: (trip) => ({ text: `${exactFigure(trip.size)}${sizeUnit(trip)}` }),
  },
  { id: 'entry', width: 136, title: 'Entry', description: 'Average entry price', order: null, cell: (trip) => priceCell(trip, trip.entry) },
  { id: 'exit', width: 136, title: 'Exit', description: 'Average exit price', order: null, cell: (trip) => priceCell(trip, trip.exit) },
  {
    id: 'mae',
    width: 92,
    title: 'MAE',
    description: 'Largest unrealised loss. Of a range, sorted and filtered by the smaller end.',
    order: 'mae',
    widthOfRanges: 184,
    cell: (trip) => excursionCell(trip, 'mae'),
  },
  {
    id: 'mfe',
    width: 92,
    title: 'MFE',
    description: 'Largest unrealised profit. Of a range, sorted and filtered by the smaller end.',
    order: 'mfe',
    widthOfRanges: 184,
    cell: (trip) => excursionCell(trip, 'mfe'),
  },
  {
    id: 'fees',
    width: 120,
    title: 'Fees',
    description: 'Total fees',
    order: 'fees',
    cell: ({ fees, currency }) =>
      fees === null ? { text: DASH } : { text: `${amountFigure(fees)}${unit(currency)}`, title: `${fees} ${currency}` },
  },
  {
    id: 'funding',
    width: 112,
    title: 'Funding',
    description: 'Funding; positive is received',
    order: 'funding',
    cell: (trip) => plainAmount(trip.funding, trip.currency),
  },
  {
    id: 'slippage',
    width: 112,
    title: 'Slippage',
    description: 'Cost against the mid price at the decision',
    order: 'slippage',
    cell: (trip) => plainAmount(trip.slippage, trip.currency),
  },
  {
    id: 'arrival-slippage',
    width: 124,
    title: 'Slip. at arrival',
    description: 'Cost against the mid price when each order reached the book',
    order: 'arrivalSlippage',
    cell: (trip) => plainAmount(trip.arrival_slippage, trip.currency),
  },
  {
    id: 'trigger-slippage',
    width: 124,
    title: 'Slip. at trigger',
    description: 'Cost against the price that triggered each order',
    order: 'triggerSlippage',
    cell: (trip) => plainAmount(trip.trigger_slippage, trip.currency),
  },
  {
    id: 'origin',
    // Fits "paper (imported), simulated".
    width: 188,
    title: 'Origin',
    description: 'Paper account and market, or exchange of the import',
    order: null,
    isText: true,
    cell: originCell,
  },
  {
    id: 'rating',
    width: 88,
    title: 'Rating',
    description: 'Your own rating, 1 to 5',
    order: 'rating',
    isText: true,
    cell: ({ rating }) => (isReal(rating) ? { text: '★'.repeat(rating), title: `${rating} of 5` } : { text: DASH, title: 'not rated' }),
  },
  {
    id: 'tags',
    width: 160,
    title: 'Tags',
    description: 'Your own tags',
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
  return { text: `${origin}, ${SOURCE_NAMES[source_kind]}`, title: SOURCE_LABELS[source_kind] }
}

function heldCell({ opened_at_ms, closed_at_ms }: TripRow): CellText {
  if (opened_at_ms === null) return { text: DASH, title: 'The file does not say when it was opened.' }
  return closed_at_ms === null
    ? { text: DASH, title: 'still open' }
    : { text: heldText(closed_at_ms - opened_at_ms), title: `opened ${exactText(opened_at_ms)}` }
}

/** Rounded to the market's tick size; the tooltip has the exact average. */
function priceCell(trip: TripRow, price: string | null): CellText {
  const coin = marketSymbol(trip)
  const text = priceAtTick(price, coin)
  return { text, title: exactTitle(price, text), priceOf: coin }
}
