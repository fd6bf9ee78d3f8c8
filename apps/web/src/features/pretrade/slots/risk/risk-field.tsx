import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from '../../../../ui/controls/field-error.tsx'

type RiskFieldProps = Pick<ComponentProps<'input'>, 'placeholder' | 'onBlur'> & {
  readonly label: string
  readonly unit?: string
  readonly value: string
  readonly problem?: string | undefined
  readonly onChange: (text: string) => void
  /** Controls under the field. */
  readonly children?: ReactNode
}

/** A small field for a number: its unit inside, what is wrong with it below. */
export function RiskField({ label, unit = '', value, problem, onChange, children, ...input }: RiskFieldProps) {
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
