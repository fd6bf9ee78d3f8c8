import type { MarketRules } from '../market-source.ts'

/** Digits that a decimal text of a filter may have: more is no filter of any venue. */
const STEP = /^(\d{1,12})(?:\.(\d{1,18}))?$/

/** A step or a least amount as the venue writes it, without zeros that say nothing; undefined for what is none. */
function parseStep(text: string | null | undefined): string | undefined {
  const [, whole = '', decimals = ''] = STEP.exec(text ?? '') ?? []
  const kept = decimals.replace(/0+$/, '')
  const value = whole.replace(/^0+(?=\d)/, '') + (kept === '' ? '' : `.${kept}`)
  return /[1-9]/.test(value) ? value : undefined
}

/** Filters as a venue sends them, decimal texts; null or absent where it has none. */
export type VenueFilters = { readonly [part in 'tick' | 'lot' | 'minNotional']?: string | null | undefined }

/** The rules of a pair by its venue's filters; undefined where these leave tick or lot open. */
export function marketRules(filters: VenueFilters): MarketRules | undefined {
  const tick = parseStep(filters.tick)
  const lot = parseStep(filters.lot)
  const minNotional = parseStep(filters.minNotional)
  if (tick === undefined || lot === undefined) return undefined
  return { tick, lot, ...(minNotional !== undefined && { minNotional }), book: 'real' }
}
