import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { FieldError } from '../forms/form-failure.tsx'

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly trailing?: ReactNode
}

export const inputStyle =
  'min-h-10 w-full rounded-md border border-line-input bg-surface-0 px-3 text-15 text-ink-1 placeholder:text-ink-3 aria-invalid:border-danger pointer-coarse:min-h-11 pointer-coarse:text-[1rem] focus-visible:outline-offset-0'

export function TextField({ label, hint, error, trailing, className, ...input }: TextFieldProps) {
  const id = useId()
  const describedBy = cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`, input['aria-describedby'])
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium text-13 text-ink-1">
        {label}
      </label>
      <span className="relative block">
        <input
          {...input}
          id={id}
          className={cx(inputStyle, trailing !== undefined && 'pr-16 pointer-coarse:min-h-13')}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy || undefined}
        />
        {trailing !== undefined && <span className="absolute inset-y-0 right-1 flex items-center">{trailing}</span>}
      </span>
      {hint !== undefined && (
        <span id={`${id}-hint`} className="text-12 text-ink-2">
          {hint}
        </span>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
