import { parseAmount } from '@aerie/core/numbers/convert-amount'
import type { RiskSettings } from '@aerie/wire/market/analytics'
import { RISK_WORDS as WORDS } from './risk-words.ts'

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
  account: { label: WORDS.fields.account, unit: '', least: 0, most: 1e15, aboveLeast: true },
  risk_percent: { label: WORDS.fields.riskPerTrade, unit: '%', least: 0, most: 100, aboveLeast: true },
  leverage: { label: WORDS.fields.leverage, unit: '×', least: 1, most: 500 },
  fee_percent: { label: WORDS.fields.feePerTrade, unit: '%', least: 0, most: 10 },
  slippage_percent: { label: WORDS.fields.slippage, unit: '%', least: 0, most: 10 },
  maintenance_percent: { label: WORDS.fields.maintenance, unit: '%', least: 0, most: 50 },
  lot: { label: WORDS.fields.lotSize, unit: '', least: 0, most: 1e15, aboveLeast: true },
  win_percent: { label: WORDS.fields.winRate, unit: '%', least: 0, most: 100, isOptional: true },
  reward_to_risk: { label: WORDS.fields.leastReward, unit: ': 1', least: 0, most: 100, aboveLeast: true, isOptional: true },
} as const satisfies Readonly<Record<SettingName, Rule>>

/** What a text means: a number, nothing, or why it is none. */
export type Read = { readonly ok: true; readonly value: number | null } | { readonly ok: false; readonly problem: string }

const PROBLEMS = {
  'not-a-number': WORDS.fields.enterNumber,
  'unclear-comma': WORDS.fields.usePointForDecimals,
  'too-long': WORDS.fields.numberTooLong,
} as const

/** Reads a number above or at `least` and at most `most`. */
export function readNumber(text: string, { label, least, most, aboveLeast = false, isOptional = false }: Omit<Rule, 'unit'>): Read {
  const parsed = parseAmount(text)
  if (!parsed.ok) {
    if (parsed.reason !== 'empty') return { ok: false, problem: PROBLEMS[parsed.reason] }
    return isOptional ? { ok: true, value: null } : { ok: false, problem: WORDS.fields.enterValue(label.toLowerCase()) }
  }
  const value = Number(parsed.amount)
  if (aboveLeast && value <= least) return { ok: false, problem: WORDS.fields.moreThan(least) }
  if (value < least) return { ok: false, problem: WORDS.fields.atLeast(least) }
  if (value > most) return { ok: false, problem: WORDS.fields.atMost(most.toLocaleString('en-US')) }
  return { ok: true, value }
}

const PRICE = { least: 0, most: 1e12, aboveLeast: true } as const
/** Reads a price; an empty text is none where that is allowed. */
export const readPrice = (text: string, label: string, isOptional: boolean): Read => readNumber(text, { ...PRICE, label, isOptional })

/** A number as it stands in a field: plain digits, no grouping. */
export const fieldText = (value: number | null): string =>
  value === null ? '' : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 12 })

/** A price with seven significant digits, as it is put into a field. */
export const priceField = (price: number): string => fieldText(Number(price.toPrecision(7)))
