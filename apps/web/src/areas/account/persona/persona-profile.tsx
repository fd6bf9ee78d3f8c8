import type { PersonaDefaults, RiskBand, RiskProfile } from '@aerie/core/persona'
import type { RiskSettings } from '@aerie/wire/market/analytics'
import { type ReactNode, useState } from 'react'
import { RISK } from '../../../platform/documents/document-specs.ts'
import { type UserDocument, useDocument } from '../../../platform/documents/use-document.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/states/progress.tsx'
import { SaveStatus } from '../../workspace/index.ts'

type PersonaProfileProps = { readonly profile: RiskProfile; readonly defaults: PersonaDefaults }

export const PersonaProfile = ({ profile, defaults }: PersonaProfileProps) => (
  <div className="grid items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
    <Panel title="Risk profile">
      <Profile profile={profile} />
    </Panel>
    <Panel title="Defaults for the risk calculator">
      <Defaults defaults={defaults} />
    </Panel>
  </div>
)

function Profile({ profile: { score, willing, band, loss_aversion } }: Pick<PersonaProfileProps, 'profile'>) {
  return (
    <div className="flex flex-col gap-2 p-4 text-13 text-ink-2">
      <p className="font-semibold text-18 text-ink-1">{bandLabels[band]}</p>
      <div className="num flex items-center gap-1">
        {scoreText(score)}
        <Explain title="Risk profile">
          <p>
            The mean of your first three answers, each scaled to 0 to 100. Below 34 is cautious, from 67 on bold. It compares you with
            nobody else.
          </p>
        </Explain>
      </div>
      <ProgressBar label={scoreText(score)} max={100} value={score} />
      {willing !== band && <p>{lowered(bandLabels[willing].toLowerCase(), bandLabels[band].toLowerCase())}</p>}
      <p className="num">
        {loss_aversion === null
          ? 'A gain has to be more than 3 times a loss to make up for it.'
          : `A gain has to be ${loss_aversion.toFixed(1)} times a loss to make up for it.`}
      </p>
    </div>
  )
}

function Defaults({ defaults }: Pick<PersonaProfileProps, 'defaults'>) {
  const { document, isInUse, use, undo } = useRiskDefaults(defaults)
  const isReady = document.state === 'ready'
  return (
    <div className="flex flex-col gap-4 p-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Value title="Risk per trade" beside={riskReason[defaults.risk_reason]}>
          {`${defaults.risk_percent}%`}
        </Value>
        <Value title="Leverage" beside="by your risk profile">{`${defaults.leverage}×`}</Value>
        <Value title="Least reward to risk" beside="by what you trade and your win rate">{`${defaults.reward_to_risk} : 1`}</Value>
        <Value title="Win rate" beside={winSource[defaults.win_source]}>{`${defaults.win_percent}%`}</Value>
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        {document.state === 'failed' && (
          <>
            <p role="alert" className="text-13 text-warning">{`Your risk calculator could not be loaded. ${document.trouble ?? ''}`}</p>
            <Button size="sm" onClick={document.retry}>
              Try Again
            </Button>
          </>
        )}
        {document.state !== 'failed' && isInUse !== true && (
          <Button variant="primary" disabledReason={isReady ? undefined : 'Loading your risk calculator'} onClick={use}>
            Use in the risk calculator
          </Button>
        )}
        <p role="status" className="text-13 text-ink-2">
          {isInUse === true ? 'The risk calculator uses these.' : ''}
        </p>
        {undo !== undefined && <Button onClick={undo}>Undo</Button>}
        {isReady && <SaveStatus {...document} />}
      </div>
    </div>
  )
}

type ValueProps = { readonly title: string; readonly beside: string; readonly children: ReactNode }

const Value = ({ title, beside, children }: ValueProps) => (
  <div>
    <dt className="text-12 text-ink-2">{title}</dt>
    <dd className="num font-semibold text-15 text-ink-1">{children}</dd>
    <dd className="text-12 text-ink-2">{beside}</dd>
  </div>
)

const scoreText = (score: number) => `Score ${score} of 100`

const lowered = (wanted: string, band: string) => `Your answers ask for ${wanted}; what you have lived through makes it ${band}.`

const riskReason = {
  band: 'by your risk profile',
  half_kelly: 'half of Kelly’s fraction of your record',
  no_edge: 'your record shows no edge',
}

const winSource = { record: 'from your journal', answer: 'as you say' }

/** Settings of the risk calculator that a persona sets. */
type PersonaSettings = Pick<RiskSettings, 'risk_percent' | 'leverage' | 'reward_to_risk' | 'win_percent'>

type RiskDefaults = {
  readonly document: UserDocument<'risk'>
  readonly isInUse: boolean | undefined
  readonly use: () => void
  readonly undo: (() => void) | undefined
}

function useRiskDefaults(defaults: PersonaDefaults): RiskDefaults {
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

/** Does not overwrite a value that was changed in the meantime. */
const unlessChanged = (
  now: PersonaSettings,
  { old, set }: { readonly old: PersonaSettings; readonly set: PersonaSettings },
): PersonaSettings => ({
  risk_percent: now.risk_percent === set.risk_percent ? old.risk_percent : now.risk_percent,
  leverage: now.leverage === set.leverage ? old.leverage : now.leverage,
  reward_to_risk: now.reward_to_risk === set.reward_to_risk ? old.reward_to_risk : now.reward_to_risk,
  win_percent: now.win_percent === set.win_percent ? old.win_percent : now.win_percent,
})

const bandLabels: Readonly<Record<RiskBand, string>> = { cautious: 'Cautious', balanced: 'Balanced', bold: 'Bold' }
