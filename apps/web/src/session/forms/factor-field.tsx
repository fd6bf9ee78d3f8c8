import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { CodeField } from '../../ui/controls/code-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FORM_WORDS } from './form-words.ts'

const { factor: WORDS } = FORM_WORDS

type FactorFieldProps = {
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
  readonly autoFocus?: boolean
}

/** The second factor: six digits of the app, or one of the recovery codes. */
export function FactorField({ value, error, onChange, autoFocus = false }: FactorFieldProps) {
  const [isRecovery, setRecovery] = useState(false)
  const swap = () => {
    setRecovery(!isRecovery)
    onChange('')
  }
  return (
    <div className="flex flex-col items-start gap-1">
      {isRecovery ? (
        <TextField
          label={WORDS.recovery}
          hint={WORDS.recoveryHint}
          error={error}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="w-full"
          placeholder="xxxx-xxxx-xxxx-xxxx"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
        />
      ) : (
        <CodeField
          label={WORDS.code}
          hint={WORDS.codeHint}
          error={error}
          value={value}
          onChange={onChange}
          className="w-full"
          autoFocus={autoFocus}
        />
      )}
      <Button size="sm" variant="ghost" onClick={swap}>
        {isRecovery ? WORDS.useCode : WORDS.useRecovery}
      </Button>
    </div>
  )
}
