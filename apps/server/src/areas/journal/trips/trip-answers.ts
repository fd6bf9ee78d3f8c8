import {
  DECIMALS,
  decimalText,
  microUsdc,
  type Notional,
  notional,
  priceText,
  type Size,
  size,
  sizeText,
  usdcFloor,
  usdcText,
} from '@aerie/core/numbers/units'
import { type FifoLot, fifoLots } from '@aerie/journal/fifo-lots'
import { averagePrice } from '@aerie/journal/import/trip-folder'
import type { JournalFill, PriceSpan } from '@aerie/journal/round-trip'
import { insuranceOf, multipleOfRisk } from '@aerie/journal/round-trip'
import type { TripDetail, TripFacts, TripRow } from '@aerie/wire/journal/journal'
import { type FactFields, parseFields, type ShownForecast } from './entry-facts.ts'
import { isClosed, type LiveTrip, partOf } from './live-trip.ts'
import type { FactsRecord, NotedTrip } from './trip-repository.ts'

const iso = (ms: number): string => new Date(ms).toISOString()
const orNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)
const MOST_FILLS = 500

export const rowAnswer = ({ trip, note }: NotedTrip): TripRow => ({
  id: trip.id,
  symbol: trip.symbol,
  side: trip.side,
  opened_at_ms: trip.openedAt,
  closed_at_ms: trip.closedAt,
  size: trip.size,
  entry: trip.entry,
  exit: trip.exit,
  gross: trip.gross,
  fees: trip.fees,
  funding: trip.funding,
  net: trip.net,
  r: trip.r,
  mae: trip.mae,
  mfe: trip.mfe,
  mae_part: trip.maePart,
  mfe_part: trip.mfePart,
  mae_far: trip.maeFar,
  mfe_far: trip.mfeFar,
  mae_part_far: trip.maePartFar,
  mfe_part_far: trip.mfePartFar,
  resolution: trip.resolution,
  slippage: trip.slippage,
  arrival_slippage: trip.arrivalSlippage,
  trigger_slippage: trip.triggerSlippage,
  tags: note?.tags ?? [],
  rating: note?.rating ?? null,
  has_note: (note?.note ?? '') !== '',
  origin: trip.origin,
  source_kind: trip.sourceKind,
  currency: trip.currency,
  // Paper trips have none, whether of an account or of our own export.
  ...(trip.importId !== null && trip.sourceKind === null && { source: trip.origin }),
  ...((trip.body as { readonly estimated?: true }).estimated === true && { fees_estimated: true }),
})

export function factsAnswer({ body, previousHash, hash }: FactsRecord): TripFacts {
  const fields = parseFields(body)
  return {
    number: Number(fields.number),
    seq: Number(fields.seq),
    opened_at: iso(Number(fields.opened_at)),
    entry: fields.entry,
    size: fields.size,
    planned_size: fields.planned_size,
    stop: orNull(fields.stop),
    risk: orNull(fields.risk),
    decision_mid: orNull(fields.decision_mid),
    forecast: forecastAnswer(fields),
    alert: alertAnswer(fields),
    checklist: fields.checklist_items ? { done: Number(fields.checklist_done), items: Number(fields.checklist_items) } : null,
    previous_hash: previousHash.toString('hex'),
    hash: hash.toString('hex'),
  }
}

const shownAnswer = ({ chain, seq, issuedAt, hours, hash }: ShownForecast): TripFacts['forecast'] => ({
  chain,
  seq,
  issued_at: iso(issuedAt),
  hours,
  hash,
})

const forecastAnswer = (fields: FactFields): TripFacts['forecast'] =>
  fields.forecast_hash === ''
    ? null
    : shownAnswer({
        chain: fields.forecast_chain,
        seq: Number(fields.forecast_seq),
        issuedAt: Number(fields.forecast_issued_at),
        hours: Number(fields.forecast_hours),
        hash: fields.forecast_hash,
      })

const alertAnswer = ({ alert_firing, alert_at, alert_text }: FactFields): TripFacts['alert'] =>
  alert_firing ? { firing: alert_firing, at: iso(Number(alert_at)), text: alert_text ?? '' } : null

export type TripFillRecord = {
  readonly fill: JournalFill
  readonly feeCoin: string
  readonly isFeeKnown: boolean
  readonly seq: number | null
  readonly isLiquidation?: boolean
}

/** The trip's own fills; a fill through zero is split into the part that opens or closes the trip. */
export function ownFills(fills: readonly TripFillRecord[], side: 'long' | 'short', firstSize: Size): TripFillRecord[] {
  const own: TripFillRecord[] = []
  let held = 0n
  for (const [index, record] of fills.entries()) {
    const amount = ownSize(record, { side, held: index === 0 ? undefined : held, firstSize })
    own.push(amount === record.fill.size ? record : partOfFill(record, { amount, isLast: index === 0 }))
    held += isEntryOf(side, record) ? amount : -amount
    if (held === 0n) break
  }
  return own
}

const isEntryOf = (side: 'long' | 'short', { fill }: TripFillRecord): boolean => (side === 'long') === (fill.side === 'buy')

type Before = { readonly side: 'long' | 'short'; readonly held: bigint | undefined; readonly firstSize: Size }

function ownSize(record: TripFillRecord, { side, held, firstSize }: Before): Size {
  if (held === undefined) return firstSize
  return isEntryOf(side, record) || record.fill.size <= held ? record.fill.size : size(held)
}

/** Same as the journal's booking: the first part's share of the fee is rounded down, the last gets the remainder. */
function partOfFill(
  { fill, ...rest }: TripFillRecord,
  { amount, isLast }: { readonly amount: Size; readonly isLast: boolean },
): TripFillRecord {
  const other = isLast ? fill.size - amount : amount
  const worth = (fill.worth * other) / fill.size
  const fee = (fill.fee * other) / fill.size
  const part = isLast ? { worth: fill.worth - worth, fee: fill.fee - fee } : { worth, fee }
  return { ...rest, fill: { ...fill, size: amount, worth: notional(part.worth), fee: microUsdc(part.fee) } }
}

/** How amounts and prices of fills are counted. */
export type FillTerms = { readonly scale: bigint; readonly decimals: number; readonly isInverse: boolean }
const IN_DOLLARS: FillTerms = { scale: 1n, decimals: DECIMALS.usdc, isInverse: false }

const averageText = (worth: Notional, amount: bigint, terms: FillTerms): string => priceText(averagePrice(worth, amount, terms))

const fillAnswer = ({ fill, feeCoin, isFeeKnown, seq, isLiquidation }: TripFillRecord, terms: FillTerms): TripDetail['fills'][number] => ({
  at: iso(fill.at),
  side: terms.isInverse ? (fill.side === 'buy' ? 'sell' : 'buy') : fill.side,
  price: averageText(fill.worth, fill.size, terms),
  size: sizeText(fill.size),
  fee: isFeeKnown ? decimalText(fill.fee, terms.decimals) : null,
  fee_coin: feeCoin,
  seq,
  ...(isLiquidation === true && { is_liquidation: true }),
})

type LotSpans = { readonly spans: readonly PriceSpan[]; readonly farSpans: readonly PriceSpan[] }

function lotsAnswer(fills: readonly TripFillRecord[], { spans, farSpans }: LotSpans, terms: FillTerms): TripDetail['lots'] {
  const own = fills.map(({ fill }) => fill)
  const far = fifoLots(own, farSpans)
  return fifoLots(own, spans).map((lot, place) => ({
    size: sizeText(lot.size),
    opened_at: iso(lot.openedAt),
    closed_at: iso(lot.closedAt),
    entry: averageText(lot.entryWorth, lot.size, terms),
    exit: averageText(lot.exitWorth, lot.size, terms),
    gross: decimalText(lot.gross, terms.decimals),
    fees: decimalText(lot.fees, terms.decimals),
    ...lotEnds(lot, far[place]),
  }))
}

const moneyOrNull = (money: Notional | undefined): string | null => (money === undefined ? null : usdcText(usdcFloor(money)))

const lotEnds = (near: FifoLot, far: FifoLot | undefined) => ({
  mae: moneyOrNull(near.excursion?.worst),
  mfe: moneyOrNull(near.excursion?.best),
  mae_far: moneyOrNull(far?.excursion?.worst),
  mfe_far: moneyOrNull(far?.excursion?.best),
})

type ExactTrip = Pick<LiveTrip, 'trip' | 'gaps' | 'exitForecast'>

function exactAnswer({ trip, gaps, exitForecast }: ExactTrip) {
  const seen = ({ money, part, at }: LiveTrip['trip']['worst']): NonNullable<TripDetail['worst']> => {
    const amount = usdcFloor(money)
    return { money: usdcText(amount), part: partOf(part), r: multipleOfRisk(amount, trip.risk), at: iso(at), far: null }
  }
  return {
    held: 'held' in trip ? sizeText(trip.held) : null,
    worst: seen(trip.worst),
    best: seen(trip.best),
    gaps: gaps.toReversed().map(({ from, to, isFilled }) => ({ from: iso(from), to: iso(to), is_filled: isFilled })),
    decided_size: sizeText(trip.decided),
    arrived_size: sizeText(trip.arrival?.size ?? size(0n)),
    triggered_size: sizeText(trip.triggered?.size ?? size(0n)),
    fill_count: trip.fillCount,
    insurance: isClosed(trip) ? usdcText(insuranceOf(trip)) : '0',
    ...(exitForecast !== undefined && { exit_forecast: exitForecast && shownAnswer(exitForecast) }),
  }
}

type ExcursionPart = { readonly money: string | null; readonly part: number | null }

function storedExcursion(near: ExcursionPart, far: ExcursionPart, risk: string | null): TripDetail['worst'] {
  const [nearest, end] = [near, far].map(({ money, part }) =>
    money === null ? null : { money, part, r: risk === null || Number(risk) <= 0 ? null : Number(money) / Number(risk) },
  )
  return nearest ? { ...nearest, at: null, far: end ?? null } : null
}

const storedExcursions = ({ mae, mfe, maePart, mfePart, maeFar, mfeFar, maePartFar, mfePartFar, risk }: NotedTrip['trip']) => ({
  worst: storedExcursion({ money: mae, part: maePart }, { money: maeFar, part: maePartFar }, risk),
  best: storedExcursion({ money: mfe, part: mfePart }, { money: mfeFar, part: mfePartFar }, risk),
})

const NOTHING_EXACT = { held: null, gaps: [], decided_size: '0', arrived_size: '0', triggered_size: '0', fill_count: 0, insurance: '0' }

export function detailAnswer(
  noted: NotedTrip,
  {
    exact,
    facts,
    fills,
    spans,
    farSpans = [],
    feesInCoins,
    terms = IN_DOLLARS,
  }: {
    readonly exact: ExactTrip | undefined
    readonly facts: FactsRecord | undefined
    readonly fills: readonly TripFillRecord[]
    readonly spans: readonly PriceSpan[]
    readonly farSpans?: readonly PriceSpan[]
    readonly feesInCoins: TripDetail['fees_in_coins']
    readonly terms?: FillTerms
  },
): TripDetail {
  const { trip, note } = noted
  const known = exact === undefined ? { ...NOTHING_EXACT, ...storedExcursions(trip) } : exactAnswer(exact)
  return {
    ...rowAnswer(noted),
    account: trip.accountId,
    import: trip.importId,
    money_reason: trip.moneyReason,
    fees_in_coins: feesInCoins,
    hold_ms: trip.openedAt === null || trip.closedAt === null ? null : trip.closedAt - trip.openedAt,
    ...known,
    exit_efficiency: efficiencyOf(trip),
    facts: facts === undefined ? null : factsAnswer(facts),
    fills: fills.slice(0, MOST_FILLS).map((fill) => fillAnswer(fill, terms)),
    lots: lotsAnswer(fills, { spans, farSpans }, terms).slice(0, MOST_FILLS),
    note: note?.note ?? '',
  }
}

const efficiencyOf = ({ net, mfe }: NotedTrip['trip']): number | null =>
  net === null || mfe === null || Number(mfe) <= 0 ? null : Number(net) / Number(mfe)
