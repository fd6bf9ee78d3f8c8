import { type ReactNode, useId } from 'react'
import { Select } from '../../../ui/controls/select.tsx'
import { cx } from '../../../ui/cx.ts'
import { FieldError } from '../../../ui/forms/form-failure.tsx'

type FieldProps = {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly className?: string | undefined
  readonly children: (props: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
    className: string
  }) => ReactNode
}

const BOX = 'min-h-[34px] w-full rounded-md border border-line-input bg-surface-0 px-2.5 text-ink-1 pointer-coarse:min-h-11'
const TEXT = 'text-13 pointer-coarse:text-[1rem]'

export function Field({ label, hint, problem, className, children }: FieldProps) {
  const id = useId()
  const described = cx(hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`)
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium text-12 text-ink-2">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': problem !== undefined || undefined,
        'aria-describedby': described || undefined,
        className: `${BOX} ${TEXT} aria-invalid:border-danger`,
      })}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="text-11 text-ink-2">
          {hint}
        </span>
      )}
      {problem !== undefined && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
    </div>
  )
}

type ChoiceProps<T extends string | number> = Omit<FieldProps, 'children'> & {
  readonly value: T
  readonly choices: ReadonlyArray<readonly [value: T, title: string]>
  readonly onChoose: (value: T) => void
}

export const Choice = <T extends string | number>({ value, choices, onChoose, ...field }: ChoiceProps<T>) => (
  <Field {...field}>{(control) => <Select {...control} value={value} options={choices} onChange={onChoose} />}</Field>
)

type DecimalProps = Omit<FieldProps, 'children'> & {
  readonly value: string
  readonly unit?: string
  readonly isFirst?: boolean
  readonly onChange: (text: string) => void
}

export const Decimal = ({ value, unit, isFirst = false, onChange, ...field }: DecimalProps) => (
  <Field {...field}>
    {(control) => (
      <span className={`${BOX} flex items-center gap-2 focus-within:outline-2 focus-within:outline-focus has-aria-invalid:border-danger`}>
        <input
          {...control}
          {...(isFirst ? { 'data-autofocus': '' } : {})}
          className={`num min-w-0 flex-1 bg-transparent focus-visible:outline-none ${TEXT}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
        {unit !== undefined && (
          <span aria-hidden="true" className="whitespace-nowrap text-12 text-ink-2">
            {unit}
          </span>
        )}
      </span>
    )}
  </Field>
)
