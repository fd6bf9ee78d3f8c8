import { ApiError, type ApiErrorCode } from './api-error.ts'

type Fault = Pick<ApiError, 'detail' | 'retryAfterSeconds'>

const soon = ({ retryAfterSeconds }: Fault): string => {
  if (retryAfterSeconds === undefined) return 'in a moment'
  return retryAfterSeconds < 90 ? `in ${Math.ceil(retryAfterSeconds)} seconds` : `in ${Math.ceil(retryAfterSeconds / 60)} minutes`
}
const said =
  (otherwise: string) =>
  ({ detail }: Fault): string =>
    detail || otherwise

/** Words for every error code; a code without words does not compile. */
const WORDS: Record<ApiErrorCode, (fault: Fault) => string> = {
  bad_input: said('Something in the form is not right. Check the marked fields.'),
  unauthenticated: () => 'Log in first.',
  invalid_token: () => 'Your session has expired. Log in again.',
  invalid_credentials: () => 'E-mail or password is wrong.',
  invalid_code: () => 'The code is wrong or has expired. Ask for a new one if this goes on.',
  otp_required: () => 'Enter the six digits of your second factor.',
  forbidden: said('You are not allowed to do this.'),
  password_needed: () => 'Your address is verified. Choose a new password to finish.',
  account_inactive: () => 'This account has been deactivated. Ask the operator of this server.',
  not_found: said('This does not exist, or no longer.'),
  method_not_allowed: () => 'The server does not know this request. Reload the page: a newer version may be there.',
  conflict: said('This has changed in the meantime. Reload and try again.'),
  payload_too_large: () => 'This is too large to send.',
  unsupported_media_type: () => 'The server does not accept this kind of file.',
  rule_broken: said('A rule forbids this.'),
  password_common: () => 'This password is on lists that attackers try first. Choose another.',
  wallet_not_linked: () => 'Link this wallet to your account first.',
  challenge_expired: () => 'The message to sign has expired. Ask for a new one and sign it within ten minutes.',
  rate_limited: (fault) => `Too many tries. Try again ${soon(fault)}.`,
  internal: () => 'Something went wrong on our side. Try again in a moment.',
  unavailable: (fault) => `A part of the server is not available right now. Try again ${soon(fault)}.`,
  offline: () => 'The server cannot be reached. Check your connection and try again.',
  bad_answer: () => 'The server gave an answer this page does not understand. Reload the page: a newer version may be there.',
}

/** What to tell the user about `error`: what happened and what to do. Never a code, a stack or a path. */
export const errorText = (error: unknown): string =>
  WORDS[error instanceof ApiError ? error.code : 'internal'](
    error instanceof ApiError ? error : { detail: '', retryAfterSeconds: undefined },
  )
