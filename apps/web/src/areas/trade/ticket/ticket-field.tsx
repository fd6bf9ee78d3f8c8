import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from '../../../ui/forms/form-failure.tsx'

type TicketFieldProps = Pick<ComponentProps<'input'>, 'placeholder' | 'autoFocus'> & {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly unit?: ReactNode
  readonly problem?: string | undefined
  readonly onChange: (text: string) => void
  readonly onStep?: ((steps: number) => void) | undefined
}

/** Arrow keys step by one tick, with Shift by ten. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

export function TicketInput({ label, name, value, unit, problem, onChange, onStep, ...input }: TicketFieldProps) {
  const id = useId()
  return (
    <div className="ticket-field">
      <span className="ticket-input" data-invalid={problem !== undefined || undefined}>
        <label htmlFor={id}>{label}</label>
        <input
          {...input}
          id={id}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={value}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={(event) => {
            // Blur, so that single-key shortcuts work again.
            if (event.key === 'Escape') event.currentTarget.blur()
            const step = STEPS[event.key]
            if (step === undefined || onStep === undefined) return
            event.preventDefault()
            onStep(event.shiftKey ? 10 * step : step)
          }}
          className="num"
        />
        {unit}
      </span>
      {problem !== undefined && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
    </div>
  )
}

type Side = 'buy' | 'sell'
type SideChoiceProps = { readonly name: string; readonly side: Side; readonly onChange: (side: Side) => void }

export const SideChoice = ({ name, side, onChange }: SideChoiceProps) => (
  <fieldset className="ticket-sides">
    <legend className="sr-only">Side</legend>
    {(['buy', 'sell'] as const).map((each) => (
      <label key={each} data-side={each} data-chosen={side === each || undefined}>
        <input type="radio" name={name} value={each} checked={side === each} onChange={() => onChange(each)} className="sr-only" />
        {each === 'buy' ? 'Buy ▲' : 'Sell ▼'}
      </label>
    ))}
  </fieldset>
)
