import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import type { RiskSettings } from '@aerie/wire/market/analytics'
import { TIMES } from '../../../../lib/typed-decimal.ts'

/** A setting of the user's: its name in the kept document. */
export type SettingName = keyof RiskSettings
type Rule = {
  readonly label: string
  readonly unit: string
  readonly hint?: string
  readonly least: number
  readonly most: number
  readonly aboveLeast?: boolean
  readonly isOptional?: boolean
}

/** What each setting may be. The server holds to the same bounds (packages/wire/src/market/analytics.ts). */
export const SETTING_RULES = {
  account: { label: 'Account', unit: '$', least: 0, most: 1e15, aboveLeast: true },
  risk_percent: { label: 'Risk per trade', unit: '%', least: 0, most: 100, aboveLeast: true },
  leverage: { label: 'Leverage', unit: '×', least: 1, most: 500 },
  fee_percent: { label: 'Fee per trade', unit: '%', least: 0, most: 10 },
  slippage_percent: { label: 'Slippage', unit: '%', least: 0, most: 10 },
  maintenance_percent: { label: 'Maintenance', unit: '%', least: 0, most: 50 },
  lot: { label: 'Lot size', unit: '', least: 0, most: 1e15, aboveLeast: true },
  win_percent: { label: 'Win rate', unit: '%', least: 0, most: 100, isOptional: true },
  reward_to_risk: { label: 'Least reward to risk', unit: ': 1', least: 0, most: 100, aboveLeast: true, isOptional: true },
} as const satisfies Readonly<Record<SettingName, Rule>>

/** What a text means: a number, nothing, or why it is none. */
export type Read = { readonly ok: true; readonly value: number | null } | { readonly ok: false; readonly problem: string }

/** Reads a number above or at `least` and at most `most`. */
export function readNumber(text: string, { label, unit, least, most, aboveLeast = false, isOptional = false }: Rule): Read {
  const typed = parseTypedNumber(text, { units: unit === '$' ? DOLLARS : unit === '×' ? TIMES : [unit] })
  if (typed.kind === 'wrong') return { ok: false, problem: typed.problem }
  if (typed.kind === 'empty') {
    return isOptional ? { ok: true, value: null } : { ok: false, problem: `Enter a value for ${label.toLowerCase()}.` }
  }
  const value = Number(typed.text)
  if (aboveLeast && value <= least) return { ok: false, problem: `More than ${least}.` }
  if (value < least) return { ok: false, problem: `At least ${least}.` }
  if (value > most) return { ok: false, problem: `At most ${most.toLocaleString('en-US')}.` }
  return { ok: true, value }
}

const PRICE = { unit: '$', least: 0, most: 1e12, aboveLeast: true } as const
/** Reads a price; an empty text is none where that is allowed. */
export const readPrice = (text: string, label: string, isOptional: boolean): Read => readNumber(text, { ...PRICE, label, isOptional })

/** A number as it stands in a field: plain digits, no grouping. */
export const fieldText = (value: number | null): string =>
  value === null ? '' : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 12 })

/** A price with seven significant digits, as it is put into a field. */
export const priceField = (price: number): string => fieldText(Number(price.toPrecision(7)))
