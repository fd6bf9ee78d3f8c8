import type { PersonaDefaults } from '@aerie/core/persona/persona-defaults'
import type { RiskSettings } from '@aerie/wire/market/analytics'
import { useState } from 'react'
import { RISK } from '../../../documents/document-specs.ts'
import { type UserDocument, useDocument } from '../../../documents/use-document.ts'

/** Settings of the risk calculator that a persona sets. */
export type PersonaSettings = Pick<RiskSettings, 'risk_percent' | 'leverage' | 'reward_to_risk' | 'win_percent'>

type RiskDefaults = {
  readonly document: UserDocument<'risk'>
  /** Whether the calculator has these very values; undefined until it is read. */
  readonly isInUse: boolean | undefined
  readonly use: () => void
  /** Takes back what `use` did here; undefined where it did nothing. */
  readonly undo: (() => void) | undefined
}

/** The settings of the risk calculator against a persona's defaults. */
export function useRiskDefaults(defaults: PersonaDefaults): RiskDefaults {
  const document = useDocument(RISK)
  const [before, setBefore] = useState<{ readonly old: PersonaSettings; readonly set: PersonaSettings } | null>(null)
  if (document.state !== 'ready') return { document, isInUse: undefined, use: () => undefined, undo: undefined }
  const wanted = settingsOf(defaults)
  const isInUse = isSame(settingsOf(document.value), wanted)
  const use = () => {
    setBefore({ old: settingsOf(document.value), set: wanted })
    document.change((old) => ({ ...old, ...wanted }))
  }
  const undo = () => {
    if (before === null) return
    document.change((now) => ({ ...now, ...unlessChanged(now, before) }))
    setBefore(null)
  }
  return { document, isInUse, use, undo: before === null ? undefined : undo }
}

const settingsOf = ({ risk_percent, leverage, reward_to_risk, win_percent }: PersonaSettings): PersonaSettings => ({
  risk_percent,
  leverage,
  reward_to_risk,
  win_percent,
})

const isSame = (a: PersonaSettings, b: PersonaSettings): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What somebody has set otherwise meanwhile stays. */
const unlessChanged = (
  now: PersonaSettings,
  { old, set }: { readonly old: PersonaSettings; readonly set: PersonaSettings },
): PersonaSettings => ({
  risk_percent: now.risk_percent === set.risk_percent ? old.risk_percent : now.risk_percent,
  leverage: now.leverage === set.leverage ? old.leverage : now.leverage,
  reward_to_risk: now.reward_to_risk === set.reward_to_risk ? old.reward_to_risk : now.reward_to_risk,
  win_percent: now.win_percent === set.win_percent ? old.win_percent : now.win_percent,
})
