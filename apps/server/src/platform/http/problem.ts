import { ERRORS, type ErrorCode } from '@aerie/wire/errors'
import type { Problem } from '@aerie/wire/problem'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseAway, sqlState } from '../db/database-errors.ts'
import { DutyLost } from '../duties/duty.ts'
import { errnoCode } from '../errno-code.ts'
import { AppError } from './app-error.ts'

export const PROBLEM_TYPE = 'application/problem+json'

const RETRY_AFTER_SECONDS = 5

export function problemOf(
  { code, reason, detail, errors, members }: Pick<AppError, 'code' | 'reason' | 'detail' | 'errors' | 'members'>,
  status: number = ERRORS[code].status,
): Problem {
  return {
    ...members,
    type: `urn:aerie:problem:${reason}`,
    title: ERRORS[code].title,
    status,
    detail,
    code: reason,
    ...(errors && { errors }),
  }
}

/** Maps any thrown error to an AppError; unknown ones become `internal`. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return badInput(error)
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', {
      detail: 'The database is not responding.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    })
  }
  if (error instanceof DutyLost) {
    return new AppError('unavailable', {
      detail: 'Another process has taken this over. Try again in a moment.',
      retryAfterSeconds: TAKEN_OVER_RETRY_SECONDS,
      cause: error,
    })
  }
  if (DISK_FULL.has(errnoCode(error) ?? '')) {
    return new AppError('unavailable', { detail: "The server's disk is full.", retryAfterSeconds: DISK_RETRY_SECONDS, cause: error })
  }
  if (CONTENDED.has(sqlState(error) ?? '')) {
    return new AppError('unavailable', {
      detail: 'Too many requests change the same thing at once. Try again.',
      retryAfterSeconds: CONTENDED_RETRY_SECONDS,
      cause: error,
    })
  }
  // A NUL or lone surrogate passes every schema, but PostgreSQL rejects it.
  if (UNSTORABLE_CODES.has(sqlState(error) ?? '')) {
    return new AppError('bad_input', { detail: UNSTORABLE_TEXT, cause: error })
  }
  return byFrameworkStatus(error)
}

const TAKEN_OVER_RETRY_SECONDS = 2

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])
const DISK_RETRY_SECONDS = 60

/** serialization_failure (after the retries of db/serializable.ts), deadlock_detected, lock_not_available. */
const CONTENDED = new Set(['40001', '40P01', '55P03'])
const CONTENDED_RETRY_SECONDS = 1

/** character_not_in_repertoire, untranslatable_character. */
const UNSTORABLE_CODES = new Set(['22021', '22P05'])
export const UNSTORABLE_TEXT = 'A text has characters that cannot be stored.'

type ValidationIssues = Parameters<typeof badInput>[0]['validation']

/** A list of 20,000 invalid items would give a response of a megabyte. */
const MOST_FAULTS = 100

function badInput({
  validation,
  validationContext,
}: {
  validation: readonly { instancePath: string; message?: string | undefined }[]
  validationContext?: string
}): AppError {
  const errors: Record<string, string[]> = {}
  for (const { instancePath, message } of validation.slice(0, MOST_FAULTS) satisfies ValidationIssues) {
    const path = instancePath.slice(1).replaceAll('/', '.')
    errors[path] = [...(errors[path] ?? []), message ?? 'not valid']
  }
  const where = LOCATION_LABELS[validationContext ?? ''] ?? 'request'
  return new AppError('bad_input', { detail: `The ${where} is not valid: ${summary(errors)}.`, errors })
}

const LOCATION_LABELS: Readonly<Record<string, string>> = {
  body: 'request body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
}

const summary = (errors: Readonly<Record<string, string[]>>): string =>
  Object.entries(errors)
    .slice(0, 3)
    .map(([path, messages]) => (path === '' ? messages[0] : `${path}: ${messages[0]}`))
    .join('; ')

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
}

/** Our own texts for errors Fastify raises before a handler runs; its messages may quote the request. */
const FRAMEWORK_DETAIL: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request body is too large.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty; JSON is required.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request body does not match its Content-Length.',
  FST_ERR_BAD_URL: 'The address of the request is not well-formed.',
}

function frameworkFields(error: unknown): { statusCode: number; code: string } {
  const isError = error instanceof Error
  return {
    statusCode: isError && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500,
    code: isError && 'code' in error && typeof error.code === 'string' ? error.code : '',
  }
}

function byFrameworkStatus(error: unknown): AppError {
  const { statusCode, code } = frameworkFields(error)
  if (statusCode >= 400 && statusCode < 500) {
    const detail = FRAMEWORK_DETAIL[code] ?? (error instanceof SyntaxError ? 'The request body is not valid JSON.' : undefined)
    return new AppError(BY_STATUS[statusCode] ?? 'bad_input', { cause: error, ...(detail && { detail }) })
  }
  if (statusCode === 503) return new AppError('unavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS })
  return new AppError('internal', { cause: error })
}
