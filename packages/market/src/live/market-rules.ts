import type { MarketRules } from '../market-source.ts'

const STEP = /^(\d{1,12})(?:\.(\d{1,18}))?$/

/** Normalises a decimal string by removing redundant zeros; undefined if invalid. */
function parseStep(text: string | null | undefined): string | undefined {
  const [, whole = '', decimals = ''] = STEP.exec(text ?? '') ?? []
  const kept = decimals.replace(/0+$/, '')
  const value = whole.replace(/^0+(?=\d)/, '') + (kept === '' ? '' : `.${kept}`)
  return /[1-9]/.test(value) ? value : undefined
}

/** Filters as sent by a venue, decimal strings; null or absent if it has none. */
export type VenueFilters = { readonly [part in 'tick' | 'lot' | 'minNotional']?: string | null | undefined }

/** Rules of a pair; undefined if tick or lot is missing. */
export function marketRules(filters: VenueFilters): MarketRules | undefined {
  const tick = parseStep(filters.tick)
  const lot = parseStep(filters.lot)
  const minNotional = parseStep(filters.minNotional)
  if (tick === undefined || lot === undefined) return undefined
  return { tick, lot, ...(minNotional !== undefined && { minNotional }), book: 'real' }
}
