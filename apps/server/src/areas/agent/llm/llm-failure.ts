import { APICallError } from 'ai'

/** Failure reason for logs, metrics and health; contains no endpoint address or text. */
export type LlmFailure = { readonly kind: 'refused' | 'timeout' | 'status' | 'broken' | 'nonsense' | 'cut-short'; readonly message: string }

const failure = (kind: LlmFailure['kind'], message: string): LlmFailure => ({ kind, message })

export const TIMED_OUT = failure('timeout', 'took too long')
export const INTERRUPTED = failure('broken', 'broke off in the middle of an answer')
export const EMPTY_ANSWER = failure('nonsense', 'answered nothing')
export const NO_VALID_TOOL_CALL = failure('nonsense', 'called no tool in a way that can be understood')
const TOO_MUCH = failure('nonsense', 'sent more than an answer may hold')
export const LENGTH_LIMIT = failure('cut-short', 'reached its longest answer')

const TIMEOUTS = /^(TimeoutError|UND_ERR_(HEADERS|BODY)_TIMEOUT)/
const UNREADABLE = /JSONParse|TypeValidation|InvalidResponse|EmptyResponse/

/** Classifies a library error. Its message may contain the endpoint's address and response, so it is not passed on. */
export function failureOf(error: unknown): LlmFailure {
  const names = namesOf(error)
  if (names.some((name) => TIMEOUTS.test(name))) return TIMED_OUT
  if (names.includes('TooMuchSent')) return TOO_MUCH
  if (APICallError.isInstance(error) && (error.statusCode ?? 0) >= 400) return failure('status', `answered with status ${error.statusCode}`)
  if (names.some((name) => UNREADABLE.test(name))) return failure('nonsense', 'sent what cannot be read')
  // Without a status there was no response.
  if (APICallError.isInstance(error) && error.statusCode === undefined) return failure('refused', 'could not be reached')
  return INTERRUPTED
}

function namesOf(error: unknown): string[] {
  const names: string[] = []
  for (let current = error; current instanceof Error && names.length < 20; current = current.cause) {
    names.push(current.name)
    if ('code' in current && typeof current.code === 'string') names.push(current.code)
  }
  return names
}
