import { FORECAST_STATES, type ForecastState } from '@aerie/wire/market/forecasts'
import type { ListPage } from './scorecard-query.ts'

const instantOf = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null)

/** The page of single forecasts that an address names; what it cannot mean is left out. */
export function parsePage(params: URLSearchParams): ListPage {
  const before = instantOf(params.get('before'))
  const state = FORECAST_STATES.find((each) => each === params.get('state')) ?? null
  return { state, before, after: before === null ? instantOf(params.get('after')) : null }
}

/** The address of another page: on one side of an instant, or the newest where it is null. */
export function withPage(params: URLSearchParams, side: 'before' | 'after', at: number | null): URLSearchParams {
  params.delete('before')
  params.delete('after')
  if (at !== null) params.set(side, String(at))
  return params
}

/** The address of the newest page of those in `state`; null is all of them. */
export function withState(params: URLSearchParams, state: ForecastState | null): URLSearchParams {
  if (state === null) params.delete('state')
  else params.set('state', state)
  return withPage(params, 'before', null)
}
