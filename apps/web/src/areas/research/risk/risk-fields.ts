import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import type { RiskSettings } from '@aerie/wire/market/analytics'
import { symbol } from '@aerie/wire/market/market'
import { useState } from 'react'
import * as z from 'zod/mini'
import { TIMES } from '../../../platform/browser/typed-decimal.ts'
import { RISK } from '../../../platform/documents/document-specs.ts'
import { type UserDocument, useDocument } from '../../../platform/documents/use-document.ts'

export const MOST_TARGETS = 3

const typed = z.string().check(z.maxLength(40))
const schema = z.object({
  /** Coin of the prices below: they are meaningless for another coin. */
  coin: z.catch(z.nullable(symbol), null),
  side: z.catch(z.enum(['long', 'short']), 'long'),
  entry: z.catch(typed, ''),
  stop: z.catch(typed, ''),
  targets: z.catch(z.array(typed).check(z.minLength(1), z.maxLength(MOST_TARGETS)), ['']),
})
export type RiskOptions = z.output<typeof schema>

/** Discards a plan of another coin. */
export function parseRiskOptions(stored: unknown, shown: string): RiskOptions {
  const parsed = z.safeParse(schema, stored ?? {})
  const options = parsed.success ? parsed.data : z.parse(schema, {})
  return options.coin === shown ? options : { coin: shown, side: options.side, entry: '', stop: '', targets: [''] }
}

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

export type RiskSettingsForm = {
  readonly document: UserDocument<'risk'>
  readonly texts: Readonly<Record<SettingName, string>>
  readonly type: (name: SettingName, text: string) => void
  /** On blur: a valid field shows the saved value again. */
  readonly leave: (name: SettingName) => void
}

/** Saved on the server; null until loaded. */
export function useRiskSettings(): RiskSettingsForm | Pick<RiskSettingsForm, 'document'> {
  const document = useDocument(RISK)
  const [drafts, setDrafts] = useState<Readonly<Partial<Record<SettingName, string>>>>({})
  if (document.state !== 'ready') return { document }
  const type = (name: SettingName, text: string): void => {
    setDrafts((old) => ({ ...old, [name]: text }))
    const read = readNumber(text, SETTING_RULES[name])
    if (read.ok) document.change((old) => ({ ...old, [name]: read.value }))
  }
  const leave = (name: SettingName): void =>
    setDrafts((old) => {
      const { [name]: draft, ...others } = old
      return draft === undefined || readNumber(draft, SETTING_RULES[name]).ok ? others : old
    })
  return { document, texts: textsOf(document.value, drafts), type, leave }
}

const textsOf = (settings: RiskSettings, drafts: Readonly<Partial<Record<SettingName, string>>>): Record<SettingName, string> => ({
  account: drafts.account ?? fieldText(settings.account),
  risk_percent: drafts.risk_percent ?? fieldText(settings.risk_percent),
  leverage: drafts.leverage ?? fieldText(settings.leverage),
  fee_percent: drafts.fee_percent ?? fieldText(settings.fee_percent),
  slippage_percent: drafts.slippage_percent ?? fieldText(settings.slippage_percent),
  maintenance_percent: drafts.maintenance_percent ?? fieldText(settings.maintenance_percent),
  lot: drafts.lot ?? fieldText(settings.lot),
  win_percent: drafts.win_percent ?? fieldText(settings.win_percent),
  reward_to_risk: drafts.reward_to_risk ?? fieldText(settings.reward_to_risk),
})
