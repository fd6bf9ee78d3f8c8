import type { ErrorCode } from '@aerie/wire/errors'

/** Codes of the server, and two of our own: no answer at all, and an answer that is not what was agreed. */
export type ApiErrorCode = ErrorCode | 'offline' | 'bad_answer'

type ApiFault = {
  readonly code: ApiErrorCode
  /** The server's own word, where that is not one of the codes: of an order, why it was refused. */
  readonly word?: string | undefined
  /** 0 where there was no answer. */
  readonly status: number
  /** One sentence of the server; empty where there was none. */
  readonly detail: string
  /** What is wrong with each field, by its dotted path; `''` is the whole body. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** The one error that `api` throws, besides the abort of the caller's own signal. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly word: string
  readonly status: number
  readonly detail: string
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly retryAfterSeconds: number | undefined
  /** When the request is repeated by itself, on the clock of `performance.now()`. Set by whoever repeats it. */
  retryAt: number | undefined

  constructor(fault: ApiFault) {
    super(`${fault.code}${fault.detail && `: ${fault.detail}`}`, { cause: fault.cause })
    this.name = 'ApiError'
    this.code = fault.code
    this.word = fault.word ?? fault.code
    this.status = fault.status
    this.detail = fault.detail
    this.errors = fault.errors ?? {}
    this.retryAfterSeconds = fault.retryAfterSeconds
  }
}
