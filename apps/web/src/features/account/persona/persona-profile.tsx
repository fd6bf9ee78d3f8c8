import type { PersonaDefaults } from '@aerie/core/persona/persona-defaults'
import type { RiskProfile } from '@aerie/core/persona/risk-profile'
import type { ReactNode } from 'react'
import { SaveStatus } from '../../../documents/save-status.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/states/progress-bar.tsx'
import { PERSONA_WORDS as WORDS } from './persona-words.ts'
import { useRiskDefaults } from './use-risk-defaults.ts'

type PersonaProfileProps = { readonly profile: RiskProfile; readonly defaults: PersonaDefaults }

/** What the answers come to, and what the risk calculator may take from it. */
export const PersonaProfile = ({ profile, defaults }: PersonaProfileProps) => (
  <div className="grid items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
    <Panel title={WORDS.profile}>
      <Profile profile={profile} />
    </Panel>
    <Panel title={WORDS.defaults}>
      <Defaults defaults={defaults} />
    </Panel>
  </div>
)

function Profile({ profile: { score, willing, band, loss_aversion } }: Pick<PersonaProfileProps, 'profile'>) {
  return (
    <div className="flex flex-col gap-2 p-4 text-13 text-ink-2">
      <p className="font-semibold text-18 text-ink-1">{WORDS.band[band]}</p>
      <div className="num flex items-center gap-1">
        {WORDS.score(score)}
        <Explain title={WORDS.profile}>
          <p>{WORDS.scoreAbout}</p>
        </Explain>
      </div>
      <ProgressBar label={WORDS.score(score)} max={100} value={score} />
      {willing !== band && <p>{WORDS.lowered(WORDS.band[willing].toLowerCase(), WORDS.band[band].toLowerCase())}</p>}
      <p className="num">{loss_aversion === null ? WORDS.aversionHigh : WORDS.aversion(loss_aversion.toFixed(1))}</p>
    </div>
  )
}

function Defaults({ defaults }: Pick<PersonaProfileProps, 'defaults'>) {
  const { document, isInUse, use, undo } = useRiskDefaults(defaults)
  const isReady = document.state === 'ready'
  return (
    <div className="flex flex-col gap-4 p-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Value title={WORDS.fields.risk_percent} beside={WORDS.riskReason[defaults.risk_reason]}>
          {`${defaults.risk_percent}%`}
        </Value>
        <Value title={WORDS.fields.leverage} beside={WORDS.leverageReason}>{`${defaults.leverage}×`}</Value>
        <Value title={WORDS.fields.reward_to_risk} beside={WORDS.rewardReason}>{`${defaults.reward_to_risk} : 1`}</Value>
        <Value title={WORDS.fields.win_percent} beside={WORDS.winSource[defaults.win_source]}>{`${defaults.win_percent}%`}</Value>
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        {document.state === 'failed' && (
          <>
            <p role="alert" className="text-13 text-warning">{`${WORDS.settingsFailed} ${document.trouble ?? ''}`}</p>
            <Button size="sm" onClick={document.retry}>
              {WORDS.retry}
            </Button>
          </>
        )}
        {document.state !== 'failed' && isInUse !== true && (
          <Button variant="primary" disabledReason={isReady ? undefined : WORDS.settingsLoading} onClick={use}>
            {WORDS.use}
          </Button>
        )}
        <p role="status" className="text-13 text-ink-2">
          {isInUse === true ? WORDS.inUse : ''}
        </p>
        {undo !== undefined && <Button onClick={undo}>{WORDS.undo}</Button>}
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
