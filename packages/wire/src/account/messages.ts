/** Field error messages of account forms: lower-case clauses without a full stop. */
export const ACCOUNT_FIELD_MESSAGES = {
  needed: 'needed',
  email: 'enter a valid e-mail address',
  atLeast: (least: number) => `use at least ${least} characters`,
  atMost: (most: number) => `use at most ${most} characters`,
  name: 'leave out invisible characters and angle brackets',
  code: 'enter six digits',
  otp: 'enter six digits or a recovery code',
  passkeyName: 'use 1 to 40 characters',
  zone: 'choose a time zone from the list',
  scopes: 'choose at least one scope, each once',
  expiry: 'choose a date within the next 365 days',
  nothing: 'name a field to change',
  wallet: 'enter an address (0x and 40 hex digits) or the text null',
} as const
