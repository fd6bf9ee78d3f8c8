import { ApiError, type ApiErrorCode } from './api-error.ts'

type Fault = Pick<ApiError, 'detail' | 'retryAfterSeconds'> & Partial<Pick<ApiError, 'code' | 'word'>>

const soon = ({ retryAfterSeconds }: Fault): string => {
  if (retryAfterSeconds === undefined) return 'in a moment'
  return retryAfterSeconds < 90 ? `in ${Math.ceil(retryAfterSeconds)} seconds` : `in ${Math.ceil(retryAfterSeconds / 60)} minutes`
}
const said =
  (otherwise: string) =>
  ({ detail }: Fault): string =>
    detail || otherwise

/** Where the server has a word of its own, its sentence names what failed; it goes before when to try again. */
const again =
  (otherwise: string) =>
  (fault: Fault): string =>
    `${fault.word !== fault.code && fault.detail ? fault.detail : otherwise} Try again ${soon(fault)}.`

/** Words for every error code; a code without words does not compile. */
const WORDS: Record<ApiErrorCode, (fault: Fault) => string> = {
  bad_input: said('Some entries are not valid. Check the marked fields.'),
  unauthenticated: () => 'Log in first.',
  invalid_token: () => 'Your session has expired. Log in again.',
  invalid_credentials: () => 'E-mail or password is wrong.',
  invalid_code: () => 'The code is wrong or has expired. Request a new one.',
  otp_required: () => 'Enter the six-digit code from your authenticator app.',
  forbidden: said('You are not allowed to do this.'),
  password_needed: () => 'Your address is verified. Choose a new password to finish.',
  account_inactive: () => 'This account has been deactivated. Contact the operator of this server.',
  not_found: said('This does not exist or has been removed.'),
  method_not_allowed: () => 'The server does not support this request. Reload the page to get the latest version.',
  conflict: said('This was changed in the meantime. Reload and try again.'),
  payload_too_large: () => 'This is too large to send.',
  unsupported_media_type: () => 'This type of file is not supported.',
  rule_broken: said('This is not allowed.'),
  password_common: () => 'This password is too common. Choose another.',
  wallet_not_linked: () => 'Link this wallet to your account first.',
  challenge_expired: () => 'The message to sign has expired. Try again and sign within ten minutes.',
  rate_limited: again('Too many attempts.'),
  internal: () => 'Something went wrong on our side. Try again in a moment.',
  unavailable: again('This is not available right now.'),
  offline: () => 'The server cannot be reached. Check your connection and try again.',
  bad_answer: () => 'The server sent an answer this page does not understand. Reload the page to get the latest version.',
}

/** What to tell the user about `error`: what happened and what to do. Never a code, a stack or a path. */
export const errorText = (error: unknown): string =>
  WORDS[error instanceof ApiError ? error.code : 'internal'](
    error instanceof ApiError ? error : { detail: '', retryAfterSeconds: undefined },
  )
