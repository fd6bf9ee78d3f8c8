import { ApiError, type ApiErrorCode } from './api-error.ts'

type Fault = Pick<ApiError, 'detail' | 'retryAfterSeconds'> & Partial<Pick<ApiError, 'code' | 'reason'>>

const soon = ({ retryAfterSeconds }: Fault): string => {
  if (retryAfterSeconds === undefined) return 'Try again in a moment.'
  return retryAfterSeconds < 90
    ? `Try again in ${Math.ceil(retryAfterSeconds)} seconds.`
    : `Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`
}
const detailOr =
  (otherwise: string) =>
  ({ detail }: Fault): string =>
    detail || otherwise

/** If the server gives its own reason, its sentence names what failed. */
const named =
  (otherwise: string) =>
  (fault: Fault): string =>
    fault.reason !== fault.code && fault.detail ? fault.detail : otherwise

type ErrorMessage = {
  readonly cause: (fault: Fault) => string
  readonly advice?: (fault: Fault) => string
}

const ERROR_MESSAGES: Record<ApiErrorCode, ErrorMessage> = {
  bad_input: { cause: detailOr('Some entries are not valid. Check the marked fields.') },
  unauthenticated: { cause: () => 'Log in first.' },
  invalid_token: { cause: () => 'Your session has expired. Log in again.' },
  invalid_credentials: { cause: () => 'E-mail or password is wrong.' },
  invalid_code: { cause: () => 'The code is wrong or has expired. Request a new one.' },
  otp_required: { cause: () => 'Enter the six-digit code from your authenticator app.' },
  forbidden: { cause: detailOr('You are not allowed to do this.') },
  password_needed: { cause: () => 'Your address is verified. Choose a new password to finish.' },
  account_inactive: { cause: () => 'This account has been deactivated. Contact the operator of this server.' },
  not_found: { cause: detailOr('This does not exist or has been removed.') },
  method_not_allowed: { cause: () => 'The server does not support this request. Reload the page to get the latest version.' },
  conflict: { cause: detailOr('This was changed in the meantime. Reload and try again.') },
  payload_too_large: { cause: () => 'This is too large to send.' },
  unsupported_media_type: { cause: () => 'This type of file is not supported.' },
  rule_broken: { cause: detailOr('This is not allowed.') },
  password_common: { cause: () => 'This password is too common. Choose another.' },
  wallet_not_linked: { cause: () => 'Link this wallet to your account first.' },
  challenge_expired: { cause: () => 'The message to sign has expired. Try again and sign within ten minutes.' },
  rate_limited: { cause: named('Too many attempts.'), advice: soon },
  internal: { cause: () => 'Something went wrong on our side.', advice: () => 'Try again in a moment.' },
  unavailable: { cause: named('This is not available right now.'), advice: soon },
  offline: { cause: () => 'The server cannot be reached.', advice: () => 'Check your connection and try again.' },
  bad_answer: { cause: () => 'The server sent an answer this page does not understand. Reload the page to get the latest version.' },
}

const read = (error: unknown): readonly [ErrorMessage, Fault] =>
  error instanceof ApiError ? [ERROR_MESSAGES[error.code], error] : [ERROR_MESSAGES.internal, { detail: '', retryAfterSeconds: undefined }]

export function errorCause(error: unknown): string {
  const [{ cause }, fault] = read(error)
  return cause(fault)
}

/** User message for `error`: cause and advice. Never a code, a stack or a path. */
export function errorText(error: unknown): string {
  const [{ cause, advice }, fault] = read(error)
  return advice === undefined ? cause(fault) : `${cause(fault)} ${advice(fault)}`
}
