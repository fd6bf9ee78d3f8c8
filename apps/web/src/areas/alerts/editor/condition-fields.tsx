import { recordKeys } from '@aerie/core/record-keys'
import { quantileText, spanText, VOLATILITY_REGIMES } from '@aerie/wire/alerts/alert-kinds'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { BARE_COINS, CoinPickerDialog, coinsQuery } from '../../market/index.ts'
import { type AlertDirection, type AlertDraft, type DraftProblems, isOfAccount, KIND_FORMS } from '../alert-draft.ts'
import { Choice, Decimal, Field } from './fields.tsx'

const DIRECTIONS: Readonly<Record<'price' | 'change' | 'forecast', ReadonlyArray<readonly [AlertDirection, string]>>> = {
  price: [
    ['above', 'rises above'],
    ['below', 'falls below'],
    ['cross', 'crosses'],
  ],
  change: [
    ['above', 'rises by'],
    ['below', 'falls by'],
    ['cross', 'moves by'],
  ],
  forecast: [
    ['above', 'rises above'],
    ['below', 'falls below'],
    ['cross', 'crosses'],
  ],
}
const WINDOWS = [60, 300, 900, 3_600, 14_400, 86_400, 604_800] as const
const HOURS = [1, 6, 12, 24] as const
const QUANTILES = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975] as const

/** Adds the current value, which a script may have set outside the choices. */
const withOwn = <T extends number>(choices: readonly T[], own: number, format: (value: number) => string) =>
  [...new Set<number>([...choices, own])].toSorted((a, b) => a - b).map((value) => [value, format(value)] as const)

type ConditionFieldsProps = {
  readonly draft: AlertDraft
  readonly problems: DraftProblems
  readonly onChange: (change: Partial<AlertDraft>) => void
}

export function ConditionFields({ draft, problems, onChange }: ConditionFieldsProps) {
  const has = new Set(KIND_FORMS[draft.kind].fields)
  return (
    <>
      <Choice
        label="Watch"
        value={draft.kind}
        choices={recordKeys(KIND_FORMS).map((kind) => [kind, KIND_FORMS[kind].title] as const)}
        onChoose={(kind) => onChange(ofKind(kind, draft))}
      />
      {has.has('symbol') && <CoinChoice draft={draft} problems={problems} onChange={onChange} />}
      {has.has('hours') && (
        <Choice
          label="Horizon"
          value={draft.hours}
          choices={withOwn(HOURS, draft.hours, (hours) => `${hours} h`)}
          onChoose={(hours) => onChange({ hours })}
        />
      )}
      {has.has('quantile') && (
        <Choice
          label="Forecast line"
          value={draft.quantile}
          choices={withOwn(QUANTILES, draft.quantile, quantileText)}
          onChoose={(quantile) => onChange({ quantile })}
        />
      )}
      {has.has('direction') && (
        <Choice
          label="When it"
          value={draft.direction}
          choices={DIRECTIONS[draft.kind === 'change' || draft.kind === 'forecast' ? draft.kind : 'price']}
          onChoose={(direction) => onChange({ direction })}
        />
      )}
      <Figures draft={draft} problems={problems} onChange={onChange} />
    </>
  )
}

/** Replaces a coin that the new kind does not support. */
function ofKind(kind: AlertDraft['kind'], { symbol }: AlertDraft): Partial<AlertDraft> {
  if (kind === 'forecast' && !PREDICTED_SYMBOLS.some((each) => each === symbol)) return { kind, symbol: PREDICTED_SYMBOLS[0] }
  return symbol === '' && !isOfAccount(kind) ? { kind, symbol: 'BTC' } : { kind }
}

const ANY_COIN = 'Any coin'

function CoinChoice({ draft: { kind, symbol }, problems, onChange }: ConditionFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  const name = coins.find((coin) => coin.symbol === symbol)?.name ?? null
  const chosen = symbol === '' ? ANY_COIN : name === null ? symbol : `${symbol} · ${name}`
  return (
    <>
      <Field label="Coin" problem={problems.symbol}>
        {(control) => (
          <button
            {...control}
            type="button"
            aria-haspopup="dialog"
            aria-label={`Coin: ${chosen}`}
            className={`${control.className} flex items-center justify-between gap-2 text-left`}
            onClick={() => setOpen(true)}
          >
            <span className="truncate">{chosen}</span>
            <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
          </button>
        )}
      </Field>
      {isOpen && (
        <CoinPickerDialog
          current={symbol}
          symbols={kind === 'forecast' ? PREDICTED_SYMBOLS : undefined}
          anyCoin={isOfAccount(kind) ? ANY_COIN : undefined}
          onChoose={(next) => onChange({ symbol: next })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function Figures({ draft, problems, onChange }: ConditionFieldsProps) {
  const has = new Set(KIND_FORMS[draft.kind].fields)
  const { label: percentLabel, unit: percentUnit } = KIND_FORMS[draft.kind].percent ?? { label: 'By', unit: '%' }
  return (
    <>
      {has.has('level') && (
        <Decimal label="Level" isFirst value={draft.level} problem={problems.level} onChange={(level) => onChange({ level })} />
      )}
      {has.has('percent') && (
        <Decimal
          label={percentLabel}
          unit={percentUnit}
          isFirst
          value={draft.percent}
          problem={problems.percent}
          onChange={(percent) => onChange({ percent })}
        />
      )}
      {has.has('ratio') && (
        <Decimal
          label="At least"
          unit="× the usual"
          isFirst
          value={draft.ratio}
          problem={problems.ratio}
          onChange={(ratio) => onChange({ ratio })}
        />
      )}
      {has.has('windowS') && (
        <Choice
          label="Within"
          value={draft.windowS}
          choices={withOwn(WINDOWS, draft.windowS, spanText)}
          onChoose={(windowS) => onChange({ windowS })}
        />
      )}
      {has.has('regime') && (
        <Choice
          label="When it becomes"
          value={draft.regime}
          choices={VOLATILITY_REGIMES.map((regime) => [regime, regime] as const)}
          onChoose={(regime) => onChange({ regime })}
        />
      )}
    </>
  )
}
