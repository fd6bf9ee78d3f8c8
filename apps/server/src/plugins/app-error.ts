import { ERRORS, type ErrorCode } from '@aerie/wire/errors'
import type { AreaCode, ProblemCode } from '@aerie/wire/problem-codes'

export type Facts = Readonly<Record<string, string | number | boolean | null>>

export type AppErrorOptions = {
  /** One sentence for the caller; the code's title where absent. Never a stack, a query or a path. */
  readonly detail?: string
  /** The area's own code in the place of this one: why an order was refused, for example. */
  readonly word?: AreaCode
  /** For the log. No secrets, no tokens, no personal data. */
  readonly facts?: Facts
  /** What is wrong with each field, by its dotted path. */
  readonly errors?: Readonly<Record<string, string[]>>
  readonly retryAfterSeconds?: number
  /** Further members of the problem, as RFC 9457 allows: what the caller may act upon. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** The one error that services throw at their callers. Its code decides the status; the edge turns it into an answer. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly word: ProblemCode
  readonly detail: string
  readonly facts: Facts
  readonly errors: Readonly<Record<string, string[]>> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly members: Readonly<Record<string, unknown>> | undefined

  constructor(code: ErrorCode, { detail, word, facts, errors, retryAfterSeconds, members, cause }: AppErrorOptions = {}) {
    super(code, { cause })
    this.code = code
    this.word = word ?? code
    this.detail = detail ?? `${ERRORS[code].title}.`
    this.facts = facts ?? {}
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
    this.members = members
  }
}
