import { ERROR_CODES, type ErrorCode } from './errors.ts'
import { REASON_CODES } from './trading/trading-codes.ts'

const AREA_ERRORS = {
  reauthentication_required: 'forbidden',
  account_leaving: 'rule_broken',
  otp_already_on: 'conflict',
  otp_off: 'conflict',
  otp_setup_ended: 'conflict',
  otp_unreadable: 'rule_broken',
  password_unchanged: 'rule_broken',
  passkey_host: 'rule_broken',
  passkey_refused: 'rule_broken',
  too_many_passkeys: 'rule_broken',
  client_id_used: 'conflict',
  source_changed: 'conflict',
  account_closed: 'conflict',
  too_many_accounts: 'rule_broken',
  market_not_followed: 'rule_broken',
  pictures_running: 'conflict',
  import_running: 'conflict',
  import_not_ready: 'conflict',
  import_fault: 'rule_broken',
  too_many_imports: 'rule_broken',
  too_many_entries: 'rule_broken',
  too_many_trips: 'rule_broken',
  alert_limit: 'rule_broken',
  kind_unavailable: 'rule_broken',
  not_previewable: 'rule_broken',
  copied_already: 'conflict',
  copy_ended: 'rule_broken',
  copy_limit: 'rule_broken',
  copy_source: 'rule_broken',
  follow_loop: 'rule_broken',
  leader_closed: 'rule_broken',
  leader_deleted: 'rule_broken',
  leader_full: 'rule_broken',
  leader_reset: 'rule_broken',
  leader_source: 'rule_broken',
  total_loss: 'rule_broken',
  apex_not_copied: 'rule_broken',
  apex_account_open: 'rule_broken',
  apex_account_unknown: 'rule_broken',
  apex_busy: 'rate_limited',
  apex_key_may_withdraw: 'rule_broken',
  apex_key_unreadable: 'rule_broken',
  apex_live_off: 'rule_broken',
  apex_no_rates: 'rule_broken',
  apex_not_known_yet: 'conflict',
  apex_not_linked: 'not_found',
  apex_not_traded: 'rule_broken',
  apex_orders_open: 'rule_broken',
  apex_other_account: 'rule_broken',
  apex_refused: 'rule_broken',
  apex_rights_unknown: 'rule_broken',
  apex_unavailable: 'unavailable',
} as const satisfies Record<string, ErrorCode>

/** An area-specific code used in place of one of `ERROR_CODES`. */
export type AreaCode = keyof typeof AREA_ERRORS | (typeof REASON_CODES)[number]
/** Values of a problem's `code`. */
export type ProblemCode = ErrorCode | AreaCode

/** Every problem `code` with the error that defines its status. */
export const PROBLEM_CODES: ReadonlyMap<ProblemCode, ErrorCode> = new Map<ProblemCode, ErrorCode>([
  ...ERROR_CODES.map((code) => [code, code] as const),
  ...(Object.entries(AREA_ERRORS) as [keyof typeof AREA_ERRORS, ErrorCode][]),
  ...REASON_CODES.map((code) => [code, 'rule_broken'] as const),
])
