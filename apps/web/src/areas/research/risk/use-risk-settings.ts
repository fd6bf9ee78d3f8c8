import type { RiskSettings } from '@aerie/wire/market/analytics'
import { useState } from 'react'
import { RISK } from '../../../platform/documents/document-specs.ts'
import { type UserDocument, useDocument } from '../../../platform/documents/use-document.ts'
import { fieldText, readNumber, SETTING_RULES, type SettingName } from './risk-fields.ts'

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
