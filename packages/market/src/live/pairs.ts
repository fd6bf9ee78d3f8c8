import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { MarketRules } from '../market-source.ts'
import type { LiveCoin } from './settings.ts'

/** A pair as listed by the venue. */
export type ListedPair = { readonly pair: string; readonly rules: MarketRules | undefined }

/** Maps coins to pairs by the venue's own list: pair names are never guessed. */
export class Pairs {
  readonly #rules = new Map<string, MarketRules>()
  readonly #symbols = new Map<string, string>()
  readonly #pairs = new Map<string, string>()

  /** @returns whether the set of pairs changed */
  replace(coins: readonly LiveCoin[], listed: ReadonlyMap<string, ListedPair>): boolean {
    const before = this.all().join()
    this.#symbols.clear()
    this.#pairs.clear()
    this.#rules.clear()
    for (const { symbol } of coins) {
      const row = listed.get(symbol)
      if (row === undefined) continue
      this.#symbols.set(row.pair, symbol)
      this.#pairs.set(symbol, row.pair)
      if (row.rules !== undefined) this.#rules.set(symbol, row.rules)
    }
    return before !== this.all().join()
  }

  /** @throws UpstreamError `down` while the listings are unknown, so that a coin is not mistaken for unlisted */
  knownPairOf(symbol: string): string | undefined {
    if (this.#pairs.size === 0) throw new UpstreamError('down', 'has not sent its list of markets yet')
    return this.#pairs.get(symbol)
  }

  rulesOf(symbol: string): MarketRules | undefined {
    return this.#rules.get(symbol)
  }

  symbolOf(pair: string): string | undefined {
    return this.#symbols.get(pair)
  }

  pairOf(symbol: string): string | undefined {
    return this.#pairs.get(symbol)
  }

  all(): string[] {
    return [...this.#symbols.keys()]
  }

  symbols(): string[] {
    return [...this.#pairs.keys()]
  }
}

const STEP = /^(\d{1,12})(?:\.(\d{1,18}))?$/

/** Normalises a decimal string by removing redundant zeros; undefined if invalid. */
function parseStep(text: string | null | undefined): string | undefined {
  const [, whole = '', decimals = ''] = STEP.exec(text ?? '') ?? []
  const kept = decimals.replace(/0+$/, '')
  const value = whole.replace(/^0+(?=\d)/, '') + (kept === '' ? '' : `.${kept}`)
  return /[1-9]/.test(value) ? value : undefined
}

/** Filters as sent by a venue, decimal strings; null or absent if it has none. */
type VenueFilters = { readonly [part in 'tick' | 'lot' | 'minNotional']?: string | null | undefined }

/** Rules of a pair; undefined if tick or lot is missing. */
export function marketRules(filters: VenueFilters): MarketRules | undefined {
  const tick = parseStep(filters.tick)
  const lot = parseStep(filters.lot)
  const minNotional = parseStep(filters.minNotional)
  if (tick === undefined || lot === undefined) return undefined
  return { tick, lot, ...(minNotional !== undefined && { minNotional }), book: 'real' }
}
