import type { Side } from '@aerie/core/risk/position-risk'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { priceText } from '../../../platform/format/market-text.ts'
import type { Quote } from '../../../platform/live/market/quotes.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { FieldError } from '../../../ui/forms/form-failure.tsx'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { screenQuery } from '../../market/index.ts'
import { MOST_TARGETS, priceField, type RiskOptions, type RiskSettingsForm, SETTING_RULES, type SettingName } from './risk-fields.ts'
import type { LeastReward, Problems } from './risk-plan.ts'
import { ratioText, shareText } from './risk-text.ts'

type RiskFormProps = {
  readonly symbol: string
  readonly options: RiskOptions
  readonly onChange: (change: Partial<RiskOptions>) => void
  readonly form: RiskSettingsForm
  readonly quote: Quote | null
  readonly problems: Problems
  /** As typed, else the live price. */
  readonly entry: number | null
  readonly least: LeastReward | null
}

const FIRST: readonly SettingName[] = ['account', 'risk_percent', 'leverage']
const COSTS: readonly SettingName[] = ['fee_percent', 'slippage_percent', 'maintenance_percent', 'lot', 'win_percent', 'reward_to_risk']

const PLACEHOLDERS: Readonly<Partial<Record<SettingName, string>>> = {
  win_percent: 'your estimate',
  reward_to_risk: 'none',
}

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
              <Button size="sm" variant="ghost" onClick={() => onChange({ entry: '' })}>
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

type RiskFieldProps = Pick<ComponentProps<'input'>, 'placeholder' | 'onBlur'> & {
  readonly label: string
  readonly unit?: string
  readonly value: string
  readonly problem?: string | undefined
  readonly onChange: (text: string) => void
  readonly children?: ReactNode
}

function RiskField({ label, unit = '', value, problem, onChange, children, ...input }: RiskFieldProps) {
  const id = useId()
  return (
    <div className="risk-field">
      <label htmlFor={id}>{label}</label>
      <span className="risk-input" data-invalid={problem !== undefined || undefined}>
        <input
          {...input}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          maxLength={40}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={({ target }) => onChange(target.value)}
          className="num"
        />
        {unit !== '' && <span aria-hidden="true">{unit}</span>}
      </span>
      {children}
      {problem !== undefined && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
    </div>
  )
}

type StopChoicesProps = {
  readonly symbol: string
  readonly side: Side
  readonly entry: number | null
  readonly onChoose: (stop: number) => void
}

const MULTIPLES = [1, 1.5, 2, 3] as const

function StopChoices({ symbol, side, entry, onChoose }: StopChoicesProps) {
  const { data, error } = useQuery(screenQuery, queryClient)
  const row = data?.rows.find((each) => each.symbol === symbol)
  const percent = row?.atr_14d.value ?? null
  const range = percent === null || row?.close == null ? null : (row.close * percent) / 100
  const why = whyNot({ isRead: data !== undefined, hasFailed: error !== null, range, entry })
  const stopAt = (multiple: number): number => (entry ?? 0) + (side === 'long' ? -1 : 1) * multiple * (range ?? 0)
  return (
    <div className="risk-helps">
      {MULTIPLES.map((multiple) => (
        <Button
          key={multiple}
          size="sm"
          aria-label={`Stop at ${multiple} ATR`}
          disabledReason={why ?? (stopAt(multiple) <= 0 ? 'That would be below zero.' : undefined)}
          onClick={() => onChoose(stopAt(multiple))}
        >
          {multiple}×
        </Button>
      ))}
      <span className="text-11 text-ink-2">
        ATR
        {percent !== null && ` ${shareText(percent)}`}
      </span>
      <Explain title="Stop by ATR">
        <p>{`How far ${symbol} usually moves in a day: Wilder’s average true range over 14 UTC days, in percent of the latest close. A closer stop is often hit by chance.`}</p>
        <Formula>{`stop = entry ${side === 'long' ? '−' : '+'} k × ATR`}</Formula>
      </Explain>
    </div>
  )
}

type Known = { readonly isRead: boolean; readonly hasFailed: boolean; readonly range: number | null; readonly entry: number | null }

function whyNot({ isRead, hasFailed, range, entry }: Known): string | undefined {
  if (!isRead) return hasFailed ? 'The statistics could not be loaded.' : 'Loading the statistics.'
  if (range === null) return 'This coin has fewer than 14 days of history.'
  return entry === null ? 'Enter an entry price first.' : undefined
}
