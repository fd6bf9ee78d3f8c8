import type { ErrorCode } from '@aerie/wire/errors'

/** Server codes plus two of our own: no response, and a response that does not match the schema. */
export type ApiErrorCode = ErrorCode | 'offline' | 'bad_answer'

type ApiFault = {
  readonly code: ApiErrorCode
  /** The server's reason if it is not a known code, such as why an order was refused. */
  readonly reason?: string | undefined
  readonly status: number
  readonly detail: string
  /** Errors per field, by dotted path; `''` is the whole body. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** The only error that `api` throws, apart from an abort of the caller's signal. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly reason: string
  readonly status: number
  readonly detail: string
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly retryAfterSeconds: number | undefined
  /** Time of the automatic retry, by `performance.now()`. Set by the retrying code. */
  retryAt: number | undefined

  constructor(fault: ApiFault) {
    super(`${fault.code}${fault.detail && `: ${fault.detail}`}`, { cause: fault.cause })
    this.name = 'ApiError'
    this.code = fault.code
    this.reason = fault.reason ?? fault.code
    this.status = fault.status
    this.detail = fault.detail
    this.errors = fault.errors ?? {}
    this.retryAfterSeconds = fault.retryAfterSeconds
  }
}
