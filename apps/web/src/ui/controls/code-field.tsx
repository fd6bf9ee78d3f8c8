import { asciiText } from '@aerie/core/numbers/typed-number'
import { type ComponentProps, useId, useState } from 'react'
import { cx } from '../cx.ts'
import { FieldError } from '../forms/form-failure.tsx'
import { inputStyle } from './text-field.tsx'

type CodeFieldProps = Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'maxLength' | 'type'> & {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly digits?: number
  readonly value: string
  readonly onChange: (digits: string) => void
  /** Called once with the full code when its last digit is entered. */
  readonly onComplete?: (code: string) => void
}

/** Longer than any pasted sentence that contains a code. */
const LONGEST = 200

/** One input for the whole code, so that paste, autofill and screen readers work normally. */
export function CodeField({ label, hint, error, digits = 6, value, onChange, onComplete, className, ...input }: CodeFieldProps) {
  const id = useId()
  // During IME composition keep the text unchanged: setting the value would end the composition or duplicate it.
  const [composed, setComposed] = useState<string | null>(null)
  const take = (text: string) => {
    setComposed(null)
    const code = asciiText(text.slice(0, LONGEST)).replace(/\D/g, '').slice(0, digits)
    onChange(code)
    if (code.length === digits && code !== value) onComplete?.(code)
  }
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium text-13 text-ink-1">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        value={composed ?? value}
        onChange={({ target, nativeEvent }) => {
          if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposed(target.value)
          else take(target.value)
        }}
        onCompositionEnd={({ currentTarget }) => take(currentTarget.value)}
        className={cx(inputStyle, 'num text-center text-24 tracking-[0.4em] pointer-coarse:text-24')}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`) || undefined}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} className="text-12 text-ink-2">
          {hint}
        </span>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
