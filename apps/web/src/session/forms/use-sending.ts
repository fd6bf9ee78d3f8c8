import { useRef, useState } from 'react'
import { ApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { type FieldMessages, serverMessages } from './field-messages.ts'

/** What a failed form says as a whole, and how often it has said so: the same words twice are news again. */
export type Failure = { readonly text: string; readonly count: number }

type SendingOptions<Data> = {
  readonly send: (data: Data) => Promise<void>
  /** Handles a refusal that is more than words. @returns whether it has been dealt with */
  readonly onRefused?: ((error: ApiError, data: Data) => boolean) | undefined
  /** The server has something to say about one of these: it is shown there and not for the whole form. */
  readonly fields: readonly string[]
  /** What `send` takes from elsewhere: another of it is another request. */
  readonly beside?: object | undefined
  readonly onFailed: () => void
}

/** Sends what was asked for while a request was on its way. */
type Next = () => Promise<void>

const isWrongCode = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_code'

/**
 * Sends a form's data, one request at a time however often it is asked to, and keeps what the server said against it. Another code that
 * is entered while one is checked is sent in its turn, if that one was wrong.
 */
export function useSending<Data>({ send, onRefused, fields, beside, onFailed }: SendingOptions<Data>) {
  const [refused, setRefused] = useState<FieldMessages>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** The key of what is on its way; null while nothing is. */
  const sending = useRef<string | null>(null)
  const next = useRef<Next | null>(null)

  const fail = (error: unknown, data: Data): void => {
    if (!(error instanceof ApiError)) throw error
    if (onRefused?.(error, data)) return
    const atFields = serverMessages(error)
    const isSaidThere = fields.some((field) => atFields[field] !== undefined)
    setRefused(atFields)
    setFailure((last) => (isSaidThere ? null : { text: errorText(error), count: (last?.count ?? 0) + 1 }))
    onFailed()
  }
  /** @returns what is to be sent in its place; null: nothing */
  const attempt = async (data: Data): Promise<Next | null> => {
    try {
      await send(data)
      return null
    } catch (error) {
      // Of a wrong code that another has taken the place of nobody needs to hear.
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
    /** The field has been changed: what was said of its old value no longer counts. */
    forgetRefusal: (field: string) => setRefused((last) => ({ ...last, [field]: undefined })),
  }
}
