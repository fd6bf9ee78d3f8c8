import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import type { RiskSettings } from '@aerie/wire/market/analytics'
import { TIMES } from '../../../platform/browser/typed-decimal.ts'

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

/** Same bounds as on the server (packages/wire/src/market/analytics.ts). */
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

export type Read = { readonly ok: true; readonly value: number | null } | { readonly ok: false; readonly problem: string }

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
export const readPrice = (text: string, label: string, isOptional: boolean): Read => readNumber(text, { ...PRICE, label, isOptional })

/** Plain digits, no grouping. */
export const fieldText = (value: number | null): string =>
  value === null ? '' : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 12 })

/** Seven significant digits. */
export const priceField = (price: number): string => fieldText(Number(price.toPrecision(7)))
