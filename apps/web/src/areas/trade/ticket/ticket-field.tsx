import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import { FieldError } from '../../../ui/forms/form-failure.tsx'

type TicketFieldProps = Pick<ComponentProps<'input'>, 'placeholder' | 'autoFocus'> & {
  readonly label: string
  readonly name: string
  readonly value: string
  /** A text, or an element of its own. */
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
    <div className="flex min-w-0 flex-1 flex-col gap-[3px] @max-[270px]/slot:basis-full">
      <span
        className="flex min-h-[34px] items-center gap-1.5 rounded-md border border-line-input bg-surface-0 px-2 focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1 data-invalid:border-danger pointer-coarse:min-h-11"
        data-invalid={problem !== undefined || undefined}
      >
        <label htmlFor={id} className="flex-none text-ink-2">
          {label}
        </label>
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
          className="num min-w-0 flex-1 bg-transparent text-right text-13 text-ink-1 outline-none placeholder:text-ink-3 pointer-coarse:text-[1rem]"
        />
        {typeof unit === 'string' ? (
          <span className="flex-none text-ink-3" aria-hidden="true">
            {unit}
          </span>
        ) : (
          unit
        )}
      </span>
      {problem !== undefined && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
    </div>
  )
}

/** Fields beside each other; below each other where the docked agent leaves little space. */
export const TicketLine = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex items-start gap-1 @max-[270px]/slot:flex-wrap">{children}</div>
)

export const ticketSelect =
  'min-h-7 min-w-0 rounded-md border border-line-input bg-surface-1 px-1.5 text-ink-1 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]'
/** Inside a field, which has the border. */
export const unitSelect = 'min-h-6 min-w-0 flex-none rounded-md px-1.5 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]'

type Side = 'buy' | 'sell'
type SideChoiceProps = { readonly name: string; readonly side: Side; readonly onChange: (side: Side) => void }

const CHOSEN: Readonly<Record<Side, string>> = {
  buy: 'border-up bg-up/16 text-up',
  sell: 'border-down bg-down/16 text-down',
}

export const SideChoice = ({ name, side, onChange }: SideChoiceProps) => (
  <fieldset className="grid grid-cols-2 gap-1">
    <legend className="sr-only">Side</legend>
    {(['buy', 'sell'] as const).map((each) => (
      <label
        key={each}
        data-chosen={side === each || undefined}
        className={cx(
          'flex min-h-8 cursor-pointer items-center justify-center rounded-md border font-semibold text-13 focus-within:outline-2 focus-within:outline-focus focus-within:outline-offset-1 pointer-coarse:min-h-11',
          side === each ? CHOSEN[each] : 'border-line-input text-ink-2',
        )}
      >
        <input type="radio" name={name} value={each} checked={side === each} onChange={() => onChange(each)} className="sr-only" />
        {each === 'buy' ? 'Buy ▲' : 'Sell ▼'}
      </label>
    ))}
  </fieldset>
)
