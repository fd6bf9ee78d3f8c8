import { useState } from 'react'
import type { ApiError } from '../../../platform/api/api-error.ts'

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
