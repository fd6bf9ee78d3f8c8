type Retry = 'never' | 'backoff' | 'ask'
type ErrorRule = { readonly status: number; readonly title: string; readonly retry: Retry }

/** Public error codes of HTTP, sockets and acknowledgements; never reused. Separate from `ERRORS`, which the browser does not need. */
export const ERROR_CODES = [
  'bad_input',
  'unauthenticated',
  'invalid_token',
  'invalid_credentials',
  'invalid_code',
  'otp_required',
  'forbidden',
  'password_needed',
  'account_inactive',
  'not_found',
  'method_not_allowed',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'rule_broken',
  'password_common',
  'wallet_not_linked',
  'challenge_expired',
  'rate_limited',
  'internal',
  'unavailable',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** HTTP status and caller guidance per code. */
export const ERRORS = {
  bad_input: { status: 400, title: 'The request is not valid', retry: 'ask' },
  unauthenticated: { status: 401, title: 'Log in first', retry: 'ask' },
  invalid_token: { status: 401, title: 'The token is not valid', retry: 'ask' },
  invalid_credentials: { status: 401, title: 'E-mail or password is wrong', retry: 'ask' },
  invalid_code: { status: 401, title: 'The code is wrong or has expired', retry: 'ask' },
  otp_required: { status: 401, title: 'A second factor is required', retry: 'ask' },
  forbidden: { status: 403, title: 'Not allowed', retry: 'never' },
  password_needed: { status: 409, title: 'The address is verified; the account needs a password', retry: 'ask' },
  account_inactive: { status: 403, title: 'This account has been deactivated', retry: 'never' },
  not_found: { status: 404, title: 'Not found', retry: 'never' },
  method_not_allowed: { status: 405, title: 'Method not allowed', retry: 'never' },
  conflict: { status: 409, title: 'This conflicts with the current state', retry: 'ask' },
  payload_too_large: { status: 413, title: 'The request is too large', retry: 'never' },
  unsupported_media_type: { status: 415, title: 'This media type is not accepted', retry: 'never' },
  rule_broken: { status: 422, title: 'This is not allowed', retry: 'ask' },
  password_common: { status: 422, title: 'This password is too common', retry: 'ask' },
  wallet_not_linked: { status: 422, title: 'Link this wallet first', retry: 'ask' },
  challenge_expired: { status: 422, title: 'The message to sign has expired', retry: 'ask' },
  rate_limited: { status: 429, title: 'Too many requests', retry: 'backoff' },
  internal: { status: 500, title: 'Something went wrong on our side', retry: 'backoff' },
  unavailable: { status: 503, title: 'This is not available right now', retry: 'backoff' },
} as const satisfies Record<ErrorCode, ErrorRule>
