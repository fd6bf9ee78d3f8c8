import { DECIMALS, decimalText, parseDecimal } from '@aerie/core/numbers/units'
import type { OwnValue } from '@aerie/wire/agent/agent-own'
import type { OwnSources } from './own-sources.ts'
import type { BareResult } from './own-text.ts'

export type OwnReading = { readonly sources: OwnSources; readonly userId: string; readonly blank: BareResult; readonly language: string }

export const MOST_OWN_ROWS = 24

export const usdc = (key: string, value: string | null): OwnValue => ({ key, value, unit: 'usdc', ...unknownMark(value) })
export const price = (key: string, value: string | null): OwnValue => ({ key, value, unit: 'price', ...unknownMark(value) })
export const word = (key: string, value: string): OwnValue => ({ key, value, unit: 'word' })
/** A fraction, for display in percent only. */
export const share = (key: string, value: number): OwnValue => ({ key, value: value.toFixed(12), unit: 'share' })
/** Account values are null only if a price is missing. */
const unknownMark = (value: string | null) => (value === null ? { reason: 'no price' } : {})

/** Exact sum of USDC amounts; null if one is unknown. */
export function sumOf(amounts: readonly (string | null)[]): string | null {
  let total = 0n
  for (const amount of amounts) {
    const parsed = amount === null ? undefined : parseDecimal(amount, DECIMALS.notional)
    if (parsed?.ok !== true) return null
    total += parsed.value
  }
  return decimalText(total, DECIMALS.notional)
}

export const negated = (amount: string | null): string | null =>
  amount === null || !/[1-9]/.test(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`

/** Funding by its direction, so that no sign has to be explained. `paid`: positive is paid. */
export const fundingValue = (paid: string | null): OwnValue =>
  paid?.startsWith('-') ? usdc('funding_received', paid.slice(1)) : usdc('funding_paid', paid)
