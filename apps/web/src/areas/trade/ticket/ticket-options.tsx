import { memo } from 'react'
import { Select } from '../../../ui/controls/select.tsx'
import { cx } from '../../../ui/cx.ts'
import { FieldError } from '../../../ui/forms/form-failure.tsx'
import {
  changeTicket,
  GOOD_FOR_MINUTES,
  hasField,
  ORDER_KINDS,
  type Problems,
  type QuotedTerms,
  type TicketDraft,
} from '../../trading/index.ts'
import { TicketLine, ticketSelect } from './ticket-field.tsx'
import { TicketFigure } from './ticket-prices.tsx'

type OptionsProps = { readonly draft: TicketDraft; readonly terms: QuotedTerms; readonly problems: Problems }

const TIMES = [
  ['gtc', 'Good till cancelled (GTC)'],
  ['gtd', 'Good till time (GTT)'],
  ['ioc', 'Immediate or cancel (IOC)'],
  ['fok', 'Fill or kill (FOK)'],
] as const
const FOR_TEXT: Readonly<Record<(typeof GOOD_FOR_MINUTES)[number], string>> = {
  5: '5 minutes',
  60: '1 hour',
  240: '4 hours',
  1440: '1 day',
  10080: '7 days',
}

export const TicketOptions = memo(({ draft, terms, problems }: OptionsProps) => {
  const kind = ORDER_KINDS[draft.type]
  return (
    <div className="flex flex-col gap-1.5">
      {kind.hasTimeInForce && <TimeInForce draft={draft} problem={problems.goodForMinutes} />}
      {hasField(kind, 'slippage') && <TicketFigure field="slippage" draft={draft} terms={terms} problems={problems} />}
      {kind.isTrigger && <TriggerBy draft={draft} />}
      <div className="flex gap-4">
        {kind.hasTimeInForce && (draft.timeInForce === 'gtc' || draft.timeInForce === 'gtd') && (
          <Check
            label="Post-only"
            title="Rejected if it would trade at once. Always a maker order."
            isOn={draft.isPostOnly}
            onChange={(isPostOnly) => changeTicket({ isPostOnly })}
          />
        )}
        <Check
          label="Reduce-only"
          title="Only reduces a position."
          isOn={draft.isReduceOnly}
          onChange={(isReduceOnly) => changeTicket({ isReduceOnly })}
        />
      </div>
      {kind.hasExits && !draft.isReduceOnly && <Exits draft={draft} terms={terms} problems={problems} />}
    </div>
  )
})

function TimeInForce({ draft, problem }: { readonly draft: TicketDraft; readonly problem: string | undefined }) {
  return (
    <TicketLine>
      <Select
        aria-label="Time in force"
        className={cx(ticketSelect, 'flex-1')}
        value={draft.timeInForce}
        options={TIMES}
        onChange={(timeInForce) => changeTicket({ timeInForce })}
      />
      {draft.timeInForce === 'gtd' && (
        <Select
          aria-label="Duration, by the market’s clock"
          className={cx(ticketSelect, 'flex-1')}
          value={draft.goodForMinutes}
          options={GOOD_FOR_MINUTES.map((minutes) => [minutes, FOR_TEXT[minutes]])}
          onChange={(goodForMinutes) => changeTicket({ goodForMinutes })}
        />
      )}
      {problem !== undefined && <FieldError id="ticket-time-problem">{problem}</FieldError>}
    </TicketLine>
  )
}

const CHOICE = 'flex min-h-6 items-center gap-1.5 text-ink-2 pointer-coarse:min-h-11'

const TriggerBy = ({ draft }: { readonly draft: TicketDraft }) => (
  <label className={CHOICE}>
    Triggered by
    <select
      className={ticketSelect}
      value={draft.triggerBy}
      onChange={({ target }) => changeTicket({ triggerBy: target.value === 'last' ? 'last' : 'mark' })}
    >
      <option value="mark">mark price</option>
      <option value="last">last trade</option>
    </select>
  </label>
)

type CheckProps = { readonly label: string; readonly title: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }

const Check = ({ label, title, isOn, onChange }: CheckProps) => (
  <label title={title} className={CHOICE}>
    <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
)

const EXITS = ['takeProfit', 'takeProfitPrice', 'stopLoss', 'stopLossPrice'] as const

/** Bracket: both exits arm for the filled size; one cancels the other (OCO). */
function Exits(props: OptionsProps) {
  const isUsed = EXITS.some((field) => props.draft[field] !== '')
  return (
    <details open={isUsed || props.draft.unit === 'risk' || undefined}>
      <summary className="min-h-6 text-ink-2 leading-6 pointer-coarse:min-h-11">Take profit and stop loss</summary>
      <div className="grid grid-cols-2 gap-1.5 pt-1.5">
        {EXITS.map((field) => (
          <TicketFigure key={field} {...props} field={field} />
        ))}
      </div>
    </details>
  )
}
