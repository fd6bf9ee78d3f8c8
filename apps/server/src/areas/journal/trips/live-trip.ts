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
import type { TradedAccount } from '../../trading/index.ts'
import type { ShownForecast } from './entry-facts.ts'

export type TripGap = { readonly from: number; readonly to: number; readonly isFilled: boolean }

export type TripBody = {
  readonly trip: OpenTrip | RoundTrip
  readonly seenAt: number
  /** Time of the last fill: the position is unchanged since. */
  readonly filledAt: number
  readonly gaps: readonly TripGap[]
  readonly firstSeq: number
  readonly lastSeq: number
  /** Forecast visible at the close; null if there was none. Absent while open or if not recorded. */
  readonly exitForecast?: ShownForecast | null
}

export type LiveTrip = TripBody & { readonly id: string }

/** Maximum gaps stored separately; the oldest are merged. */
const MOST_GAPS = 20

export function withGap(gaps: readonly TripGap[], gap: TripGap): readonly TripGap[] {
  const all = [...gaps, gap]
  const [first, second, ...rest] = all
  if (all.length <= MOST_GAPS || first === undefined || second === undefined) return all
  return [{ from: first.from, to: second.to, isFilled: first.isFilled && second.isFilled }, ...rest]
}

export function resolutionOf(gaps: readonly TripGap[]): 'tick' | 'minute' | 'fills' {
  if (gaps.some(({ isFilled }) => !isFilled)) return 'fills'
  return gaps.length > 0 ? 'minute' : 'tick'
}

export const isClosed = (trip: OpenTrip | RoundTrip): trip is RoundTrip => 'closedAt' in trip

const averageText = (worth: Notional, amount: bigint): string | null => (amount === 0n ? null : priceText(price(worth / amount)))
export const partOf = (part: Fraction): number => Number(part) / Number(FRACTION_ONE)

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

export const storedTrip = (id: string, body: unknown): LiveTrip => ({ id, ...storedPart<TripBody>(body) })
