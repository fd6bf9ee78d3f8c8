import { useState } from 'react'
import type { ApiError } from '../../lib/http/api-error.ts'

/** The second factor of a form: asked for once the server has asked for it, its refusal shown at its field. */
export function useFactor() {
  const [otp, setOtp] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  return {
    isAsked: otp !== null,
    /** For the body; absent until there is one. */
    given: otp ? { otp } : {},
    props: {
      value: otp ?? '',
      error,
      onChange: (value: string) => {
        setOtp(value)
        setError(undefined)
      },
    },
    /** @returns whether the refusal was about the second factor: it has been dealt with */
    onRefused: ({ code, errors }: Pick<ApiError, 'code' | 'errors'>): boolean => {
      if (code === 'otp_required' && otp === null) {
        setOtp('')
        return true
      }
      const said = errors.otp?.[0]
      if (said !== undefined) setError(said)
      return said !== undefined
    },
  }
}
