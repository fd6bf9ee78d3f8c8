import { Plus, X } from 'lucide-react'
import type { Quote } from '../../../../live/market/use-quote.ts'
import { priceText } from '../../../../market-views/forecast/forecast-text.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { IconButton } from '../../../../ui/controls/icon-button.tsx'
import { focusWhenGone } from '../../../../ui/focus-when-gone.ts'
import { RiskField } from './risk-field.tsx'
import { priceField, SETTING_RULES, type SettingName } from './risk-fields.ts'
import { MOST_TARGETS, type RiskOptions } from './risk-options.ts'
import type { LeastReward, Problems } from './risk-plan.ts'
import { ratioText } from './risk-text.ts'
import { StopChoices } from './stop-choices.tsx'
import type { RiskSettingsForm } from './use-risk-settings.ts'

type RiskFormProps = {
  readonly symbol: string
  readonly options: RiskOptions
  readonly onChange: (change: Partial<RiskOptions>) => void
  readonly form: RiskSettingsForm
  readonly quote: Quote | null
  readonly problems: Problems
  /** Entry that the suggestions start from: as typed, else live. */
  readonly entry: number | null
  /** Once the plan is whole. */
  readonly least: LeastReward | null
}

const FIRST: readonly SettingName[] = ['account', 'risk_percent', 'leverage']
const COSTS: readonly SettingName[] = ['fee_percent', 'slippage_percent', 'maintenance_percent', 'lot', 'win_percent', 'reward_to_risk']

const PLACEHOLDERS: Readonly<Partial<Record<SettingName, string>>> = {
  win_percent: 'your estimate',
  reward_to_risk: 'none',
}

/** What the calculator is told. */
export function RiskForm({ symbol, options, onChange, form, quote, problems, entry, least }: RiskFormProps) {
  const setting = (name: SettingName) => (
    <RiskField
      key={name}
      label={SETTING_RULES[name].label}
      unit={name === 'account' ? (quote?.quote ?? '') : name === 'lot' ? symbol : SETTING_RULES[name].unit}
      value={form.texts[name]}
      problem={problems[name]}
      placeholder={PLACEHOLDERS[name]}
      onChange={(text) => form.type(name, text)}
      onBlur={() => form.leave(name)}
    />
  )
  const setTarget = (at: number, text: string) => onChange({ targets: options.targets.map((target, i) => (i === at ? text : target)) })
  return (
    <form className="risk-form" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="risk-sides">
        <legend className="sr-only">Side</legend>
        {(['long', 'short'] as const).map((side) => (
          <label key={side} data-side={side} data-chosen={options.side === side || undefined}>
            <input type="radio" name="side" checked={options.side === side} onChange={() => onChange({ side })} className="sr-only" />
            {side === 'long' ? 'Long ▲' : 'Short ▼'}
          </label>
        ))}
      </fieldset>
      <div className="risk-grid">{FIRST.map(setting)}</div>
      <div className="risk-grid">
        <RiskField
          label="Entry"
          value={options.entry}
          problem={problems.entry}
          placeholder={quote === null ? 'no live price' : `live ${priceField(quote.price)}`}
          onChange={(text) => onChange({ entry: text })}
        >
          <span className="risk-helps">
            <Button
              size="sm"
              disabledReason={quote === null ? 'No live price.' : undefined}
              onClick={() => quote && onChange({ entry: priceField(quote.price) })}
            >
              {quote === null ? 'Live' : `Take ${priceText(quote.price, quote.quote)}`}
            </Button>
            {options.entry !== '' && quote !== null && (
              <Button ref={focusWhenGone} size="sm" variant="ghost" onClick={() => onChange({ entry: '' })}>
                Follow
              </Button>
            )}
          </span>
        </RiskField>
        <RiskField label="Stop" value={options.stop} problem={problems.stop} onChange={(text) => onChange({ stop: text })}>
          <StopChoices symbol={symbol} side={options.side} entry={entry} onChoose={(stop) => onChange({ stop: priceField(stop) })} />
        </RiskField>
        {options.targets.map((target, i) => (
          <RiskField
            // biome-ignore lint/suspicious/noArrayIndexKey: a target is the first, second or third
            key={i}
            label={options.targets.length === 1 ? 'Target' : `Target ${i + 1}`}
            value={target}
            problem={problems[`target-${i}`]}
            onChange={(text) => setTarget(i, text)}
          >
            <span className="risk-helps">
              {i === 0 && least !== null && <LeastTarget least={least} onChoose={(price) => setTarget(0, price)} />}
              {i === options.targets.length - 1 && i + 1 < MOST_TARGETS && (
                <IconButton label="Add a target" onClick={() => onChange({ targets: [...options.targets, ''] })}>
                  <Plus size={14} aria-hidden="true" />
                </IconButton>
              )}
              {i > 0 && (
                <IconButton
                  label={`Remove target ${i + 1}`}
                  onClick={() => onChange({ targets: options.targets.filter((_, at) => at !== i) })}
                >
                  <X size={14} aria-hidden="true" />
                </IconButton>
              )}
            </span>
          </RiskField>
        ))}
      </div>
      <div className="risk-grid">{COSTS.map(setting)}</div>
    </form>
  )
}

function LeastTarget({ least, onChoose }: { readonly least: LeastReward; readonly onChoose: (price: string) => void }) {
  const { target, rewardToRisk } = least
  if (target === undefined) return null
  return (
    <Button size="sm" onClick={() => onChoose(priceField(target))}>
      {`Target at ${ratioText(rewardToRisk)}`}
    </Button>
  )
}
