import { useState } from 'react'
import type { ApiError } from '../../../platform/api/api-error.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'

type FactorFieldProps = {
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
  readonly autoFocus?: boolean
}

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
          label="Recovery code"
          hint="One of the codes you stored when you set up the app. Each works once."
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
          label="Authenticator code"
          hint="Six digits from your authenticator app."
          error={error}
          value={value}
          onChange={onChange}
          className="w-full"
          autoFocus={autoFocus}
        />
      )}
      <Button size="sm" variant="ghost" onClick={swap}>
        {isRecovery ? 'Use the authenticator app instead' : 'Use a recovery code instead'}
      </Button>
    </div>
  )
}

export function useFactor() {
  const [otp, setOtp] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  return {
    isAsked: otp !== null,
    given: otp ? { otp } : {},
    props: {
      value: otp ?? '',
      error,
      onChange: (value: string) => {
        setOtp(value)
        setError(undefined)
      },
    },
    /** @returns whether the error concerned the second factor and was handled */
    onRefused: ({ code, errors }: Pick<ApiError, 'code' | 'errors'>): boolean => {
      if (code === 'otp_required' && otp === null) {
        setOtp('')
        return true
      }
      const message = errors.otp?.[0]
      if (message !== undefined) setError(message)
      return message !== undefined
    },
  }
}
