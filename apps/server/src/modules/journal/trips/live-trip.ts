import {
  FRACTION_ONE,
  type Fraction,
  type Notional,
  price,
  priceText,
  sizeText,
  usdcCeil,
  usdcFloor,
  usdcText,
} from '@aerie/core/numbers/units'
import type { OpenTrip, RoundTrip, Shortfall } from '@aerie/journal/round-trip'
import { multipleOfRisk } from '@aerie/journal/round-trip'
import { storedForm, storedPart } from '@aerie/trading/stored/stored'
import type { TradedAccount } from '../../trading/accounts/account-history.ts'
import type { ShownForecast } from './entry-facts.ts'

/** A part of a trip's time that was not watched. */
export type TripGap = { readonly from: number; readonly to: number; readonly isFilled: boolean }

/** What is kept of a trip of a paper account beyond its columns. */
export type TripBody = {
  readonly trip: OpenTrip | RoundTrip
  /** Newest mark that was seen. */
  readonly seenAt: number
  /** Its newest fill: since then the position is what it is. */
  readonly filledAt: number
  readonly gaps: readonly TripGap[]
  readonly firstSeq: number
  readonly lastSeq: number
  /** The forecast that was on show when it was closed; null: none was. Absent while it is open, and where nobody wrote it down. */
  readonly exitForecast?: ShownForecast | null
}

/** A trip of a paper account. */
export type LiveTrip = TripBody & { readonly id: string }

/** Gaps that are told apart; the oldest are told as one. */
const MOST_GAPS = 20

/** The gaps of a trip and one more. */
export function withGap(gaps: readonly TripGap[], gap: TripGap): readonly TripGap[] {
  const all = [...gaps, gap]
  const [first, second, ...rest] = all
  if (all.length <= MOST_GAPS || first === undefined || second === undefined) return all
  return [{ from: first.from, to: second.to, isFilled: first.isFilled && second.isFilled }, ...rest]
}

/** How closely a trip was watched. */
export function resolutionOf(gaps: readonly TripGap[]): 'tick' | 'minute' | 'fills' {
  if (gaps.some(({ isFilled }) => !isFilled)) return 'fills'
  return gaps.length > 0 ? 'minute' : 'tick'
}

export const isClosed = (trip: OpenTrip | RoundTrip): trip is RoundTrip => 'closedAt' in trip

const averageText = (worth: Notional, amount: bigint): string | null => (amount === 0n ? null : priceText(price(worth / amount)))
export const partOf = (part: Fraction): number => Number(part) / Number(FRACTION_ONE)

/** The row of a trip, as the statement that stores it reads it. */
export function liveTripRow(account: TradedAccount, { id, ...body }: LiveTrip): Readonly<Record<string, unknown>> {
  const { trip } = body
  const closed = isClosed(trip) ? trip : undefined
  return {
    id,
    account_id: account.id,
    user_id: account.userId,
    origin: 'paper',
    source_kind: account.sourceKind,
    currency: 'USDC',
    symbol: trip.symbol,
    side: trip.side,
    opened_at: trip.openedAt,
    closed_at: closed?.closedAt ?? null,
    first_seq: body.firstSeq,
    last_seq: body.lastSeq,
    ...amountsOf(trip),
    resolution: resolutionOf(body.gaps),
    body: storedForm(body),
  }
}

function amountsOf(trip: OpenTrip | RoundTrip) {
  const closed = isClosed(trip) ? trip : undefined
  return {
    size: sizeText(trip.entered),
    entry: averageText(trip.enteredWorth, trip.entered),
    exit: averageText(trip.exitedWorth, trip.exited),
    gross: closed === undefined ? null : usdcText(closed.gross),
    fees: usdcText(trip.fees),
    funding: usdcText(trip.funding),
    net: closed === undefined ? null : usdcText(closed.net),
    risk: trip.risk === undefined ? null : usdcText(trip.risk),
    r: closed === undefined ? null : multipleOfRisk(closed.net, trip.risk),
    mae: usdcText(usdcFloor(trip.worst.money)),
    mfe: usdcText(usdcFloor(trip.best.money)),
    mae_part: partOf(trip.worst.part),
    mfe_part: partOf(trip.best.part),
    slippage: trip.decided === 0n ? null : usdcText(usdcCeil(trip.slippage)),
    arrival_slippage: lostText(trip.arrival),
    trigger_slippage: lostText(trip.triggered),
  }
}

const lostText = (shortfall: Shortfall | undefined): string | null => (shortfall === undefined ? null : usdcText(usdcCeil(shortfall.lost)))

/** A trip as it was stored. */
export const storedTrip = (id: string, body: unknown): LiveTrip => ({ id, ...storedPart<TripBody>(body) })
