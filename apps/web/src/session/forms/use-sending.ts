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
  readonly onFailed: () => void
}

/** Sends a form's data, one request at a time however often it is asked to, and keeps what the server said against it. */
export function useSending<Data>({ send, onRefused, fields, onFailed }: SendingOptions<Data>) {
  const [refused, setRefused] = useState<FieldMessages>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)

  const fail = (error: unknown, data: Data): void => {
    if (!(error instanceof ApiError)) throw error
    if (onRefused?.(error, data)) return
    const atFields = serverMessages(error)
    const isSaidThere = fields.some((field) => atFields[field] !== undefined)
    setRefused(atFields)
    setFailure((last) => (isSaidThere ? null : { text: errorText(error), count: (last?.count ?? 0) + 1 }))
    onFailed()
  }
  const start = async (data: Data): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setFailure(null)
    setRefused({})
    try {
      await send(data)
    } catch (error) {
      fail(error, data)
    } finally {
      isSending.current = false
      setBusy(false)
    }
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
