import type { TripRow } from '@aerie/wire/journal/journal'
import { DASH, signedAmount } from '../../platform/format/figures.ts'

export type Excursion = 'mae' | 'mfe'

type Watched = Pick<TripRow, 'resolution' | 'source_kind' | 'mae_far' | 'mfe_far'>

/** Whether MAE and MFE are lower bounds only: part of the time was not observed and no upper bound is known. */
export const isLeast = ({ resolution, source_kind, mae_far, mfe_far }: Watched): boolean =>
  mae_far === null && mfe_far === null && (resolution === 'fills' || (resolution === 'minute' && source_kind === null))

type Ends<T> = { readonly near: T; readonly far: T | null; readonly of: Excursion; readonly isAtLeast: boolean }

/** A figure, its range (far end first), or a lower bound. */
export function endsText<T>({ near, far, of, isAtLeast }: Ends<T>, textOf: (end: T) => string): string {
  const only = textOf(near)
  if (far !== null) return textOf(far) === only ? only : `${textOf(far)} to ${only}`
  if (!isAtLeast || only === DASH) return only
  return of === 'mae' ? `≤ ${only}` : `≥ ${only}`
}

function aboutEnds({ near, far, of, isAtLeast }: Ends<string>, currency: string): string {
  const only = `${near} ${currency}`
  if (far !== null) return far === near ? only : `between ${near} and ${`${far} ${currency}`}`
  if (!isAtLeast) return only
  return of === 'mae' ? `${only} or worse` : `${only} or better`
}

export function excursionCell(trip: TripRow, of: Excursion): { readonly text: string; readonly title?: string } {
  const { currency } = trip
  const [near, far] = of === 'mae' ? [trip.mae, trip.mae_far] : [trip.mfe, trip.mfe_far]
  if (near === null) return { text: DASH }
  const ends = { near, far, of, isAtLeast: isLeast(trip) }
  return {
    text: `${endsText(ends, signedAmount)}${currency === 'USDC' ? '' : ` ${currency}`}`,
    title: aboutEnds(ends, currency),
  }
}
