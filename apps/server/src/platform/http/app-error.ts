import { ERRORS, type ErrorCode } from '@aerie/wire/errors'
import type { AreaCode, ProblemCode } from '@aerie/wire/problem-codes'

export type Facts = Readonly<Record<string, string | number | boolean | null>>

export type AppErrorOptions = {
  /** One sentence for the caller; defaults to the code's title. Never a stack, a query or a path. */
  readonly detail?: string
  /** Area-specific code replacing this one, such as why an order was rejected. */
  readonly reason?: AreaCode
  /** For the log. No secrets, tokens or personal data. */
  readonly facts?: Facts
  readonly errors?: Readonly<Record<string, string[]>>
  readonly retryAfterSeconds?: number
  /** Additional problem members (RFC 9457) the caller may act upon. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** The only error services throw at callers. Its code determines the HTTP status. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly reason: ProblemCode
  readonly detail: string
  readonly facts: Facts
  readonly errors: Readonly<Record<string, string[]>> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly members: Readonly<Record<string, unknown>> | undefined

  constructor(code: ErrorCode, { detail, reason, facts, errors, retryAfterSeconds, members, cause }: AppErrorOptions = {}) {
    super(code, { cause })
    this.code = code
    this.reason = reason ?? code
    this.detail = detail ?? `${ERRORS[code].title}.`
    this.facts = facts ?? {}
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
    this.members = members
  }
}
