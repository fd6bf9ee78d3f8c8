import { useRef, useState } from 'react'
import { ApiError } from '../../platform/api/api-error.ts'
import { errorText } from '../../platform/api/error-text.ts'
import { type FieldMessages, serverMessages } from '../../platform/api/field-messages.ts'

/** `count` changes on each failure, so that a repeated text is announced again. */
export type Failure = { readonly text: string; readonly count: number }

type SendingOptions<Data> = {
  readonly send: (data: Data) => unknown
  /** @returns whether the error was handled */
  readonly onRefused?: ((error: ApiError, data: Data) => boolean) | undefined
  /** Fields that show their error; an error elsewhere is part of the failure. */
  readonly fields: readonly string[]
  /** Data `send` uses from elsewhere: a change makes it a different request. */
  readonly beside?: object | undefined
  readonly onFailed: () => void
}

type Next = () => Promise<void>

const isWrongCode = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_code'

/** Sends one request at a time. A code entered while another is being checked is sent next, if that one was wrong. */
export function useSending<Data>({ send, onRefused, fields, beside, onFailed }: SendingOptions<Data>) {
  const [refused, setRefused] = useState<FieldMessages>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const sending = useRef<string | null>(null)
  const next = useRef<Next | null>(null)

  const fail = (error: unknown, data: Data): void => {
    if (!(error instanceof ApiError)) throw error
    if (onRefused?.(error, data)) return
    const atFields = serverMessages(error)
    const elsewhere = Object.entries(atFields).filter(([field]) => !fields.includes(field))
    const isShownAtFields = Object.keys(atFields).length > 0 && elsewhere.length === 0
    const text = [errorText(error), ...elsewhere.map(([field, message]) => (field === '' ? message : `${field}: ${message}`))].join(' ')
    setRefused(atFields)
    setFailure((last) => (isShownAtFields ? null : { text, count: (last?.count ?? 0) + 1 }))
    onFailed()
  }
  /** @returns what to send next; null for nothing */
  const attempt = async (data: Data): Promise<Next | null> => {
    try {
      await send(data)
      return null
    } catch (error) {
      // Skip the error of a wrong code that has already been replaced.
      if (next.current !== null && isWrongCode(error)) return next.current
      fail(error, data)
      return null
    } finally {
      sending.current = null
      next.current = null
      setBusy(false)
    }
  }
  const start = async (data: Data): Promise<void> => {
    const key = JSON.stringify([data, beside])
    if (sending.current !== null) {
      next.current = key === sending.current ? null : () => start(data)
      return
    }
    sending.current = key
    setBusy(true)
    setFailure(null)
    setRefused({})
    const after = await attempt(data)
    await after?.()
  }

  return {
    start: (data: Data) => void start(data).catch((error: unknown) => reportError(error)),
    isBusy,
    failure,
    refused,
    forgetFailure: () => setFailure(null),
    forgetRefusals: (of: readonly string[]) =>
      setRefused((last) => ({ ...last, ...Object.fromEntries(of.map((field) => [field, undefined])) })),
  }
}
