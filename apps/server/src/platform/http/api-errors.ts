import type { ProblemCode } from '@aerie/wire/problem-codes'
import { REASON_CODES } from '@aerie/wire/trading/trading-codes'

const ACCOUNT = ['source_changed', 'account_closed', 'market_not_followed', 'not_found'] as const
const ORDER = [...ACCOUNT, ...REASON_CODES] as const
const ORDER_ONCE = [...ORDER, 'client_id_used'] as const
const PASSWORD = ['password_common', 'rule_broken'] as const
const APEX = ['apex_not_linked', 'apex_key_unreadable', 'apex_refused', 'apex_unavailable', 'apex_busy'] as const
const IMPORT = ['import_running', 'import_not_ready', 'import_fault', 'too_many_entries'] as const
const COPY = [
  'apex_not_copied',
  'copied_already',
  'copy_limit',
  'follow_loop',
  'leader_closed',
  'leader_deleted',
  'leader_full',
  'leader_reset',
  'leader_source',
  'account_closed',
] as const
const SOCIAL = ['forbidden', 'rule_broken'] as const

/** Errors beyond those derived from a route's kind (`routeErrors` in api-document.ts). Integration tests fail on undocumented codes. */
export const ROUTE_ERRORS: Readonly<Record<string, readonly ProblemCode[]>> = {
  'POST /api/v1/auth/signup': PASSWORD,
  'POST /api/v1/auth/verify': ['invalid_code', 'password_needed', 'account_inactive'],
  'POST /api/v1/auth/login': ['invalid_credentials', 'invalid_code', 'otp_required', 'otp_unreadable', 'account_inactive'],
  'POST /api/v1/auth/reset-password': ['invalid_code', 'otp_required', 'otp_unreadable', 'account_inactive', ...PASSWORD],
  'POST /api/v1/auth/passkey/options': ['passkey_host'],
  'POST /api/v1/auth/passkey': ['passkey_refused', 'passkey_host', 'account_inactive'],
  'POST /api/v1/auth/reauthenticate/options': ['passkey_host'],
  'POST /api/v1/auth/reauthenticate': [
    'invalid_credentials',
    'invalid_code',
    'otp_required',
    'otp_unreadable',
    'passkey_refused',
    'passkey_host',
  ],
  'POST /api/v1/account/password': ['invalid_credentials', 'conflict', 'password_unchanged', ...PASSWORD],
  'PUT /api/v1/updateUserByEmail': ['wallet_not_linked'],
  'POST /api/v1/account/otp': ['otp_already_on'],
  'POST /api/v1/account/otp/confirm': ['invalid_code', 'otp_already_on', 'otp_setup_ended', 'otp_unreadable'],
  'POST /api/v1/account/otp/recovery-codes': ['otp_off'],
  'POST /api/v1/account/passkeys/options': ['passkey_host', 'too_many_passkeys'],
  'POST /api/v1/account/passkeys': ['passkey_refused', 'passkey_host', 'too_many_passkeys', 'conflict'],
  'POST /api/v1/account/tokens': ['rule_broken'],
  'POST /api/v1/account/deletion': ['apex_orders_open', 'apex_account_open', 'apex_account_unknown'],

  'GET /api/v1/trading/account': ['too_many_accounts', 'account_closed'],
  'GET /api/v1/trading/accounts': ['too_many_accounts'],
  'POST /api/v1/trading/account/reset': ['too_many_accounts', 'account_closed', 'source_changed', 'rule_broken'],
  'PUT /api/v1/trading/scheduled-cancel': ORDER,
  'DELETE /api/v1/trading/scheduled-cancel': ORDER,
  'GET /api/v1/trading/ledger': ['not_found'],
  'GET /api/v1/fills': ['not_found'],
  'POST /api/v1/trading/flatten': ORDER,
  'POST /api/v1/orders': ORDER_ONCE,
  'POST /api/v1/orders/preview': ORDER,
  'GET /api/v1/orders': ['not_found'],
  'DELETE /api/v1/orders': ORDER,
  'PATCH /api/v1/orders/{id}': ORDER,
  'DELETE /api/v1/orders/{id}': ORDER,
  'GET /api/v1/positions': ['not_found'],
  'POST /api/v1/positions/{symbol}/close': ORDER_ONCE,
  'POST /api/v1/positions/{symbol}/reverse': ORDER_ONCE,
  'POST /api/v1/positions/{symbol}/margin': ORDER_ONCE,
  'POST /api/v1/positions/{symbol}/leverage': ORDER_ONCE,

  'POST /api/v1/copies': [...COPY, 'conflict', 'not_found'],
  'PATCH /api/v1/copies/{id}': [...COPY, 'copy_ended', 'copy_source', 'total_loss'],
  'DELETE /api/v1/copies/{id}': ['copy_ended', 'copy_source', 'account_closed'],
  'PUT /api/v1/copies/leader': ['conflict', 'account_closed'],
  'POST /api/v1/copies/simulate': [...COPY, 'not_found', 'rule_broken'],

  'GET /api/v1/journal/trips': ['not_found'],
  'GET /api/v1/journal/statistics': ['too_many_trips', 'not_found'],
  'GET /api/v1/journal/export/pictures': ['pictures_running'],
  'POST /api/v1/journal/imports': [...IMPORT, 'too_many_imports'],
  'PATCH /api/v1/journal/imports/{id}': IMPORT,
  'DELETE /api/v1/journal/imports/{id}': IMPORT,
  'POST /api/v1/journal/imports/{id}/confirm': IMPORT,

  'POST /api/v1/alerts': ['alert_limit', 'kind_unavailable', 'conflict', 'not_found'],
  'PATCH /api/v1/alerts/{id}': ['alert_limit', 'kind_unavailable'],
  'POST /api/v1/alerts/preview': ['not_previewable', 'kind_unavailable', 'not_found'],
  'POST /api/v1/alerts/import': ['alert_limit', 'kind_unavailable'],
  'POST /api/v1/deliveries/{id}/resend': ['rule_broken'],
  'POST /api/v1/deliveries/push': ['rule_broken'],
  'POST /api/v1/webhooks': ['rule_broken'],
  'GET /api/v1/deliveries/unsubscribe': ['not_found'],
  'POST /api/v1/deliveries/unsubscribe': ['not_found', 'payload_too_large', 'unsupported_media_type'],

  'GET /api/v1/ideas/quote': ['not_found'],
  'POST /api/v1/ideas': [...SOCIAL, 'conflict', 'not_found'],
  'POST /api/v1/ideas/reports': ['not_found'],
  'PATCH /api/v1/ideas/{idea}': SOCIAL,
  'POST /api/v1/ideas/{idea}/addenda': SOCIAL,
  'POST /api/v1/ideas/{idea}/comments': SOCIAL,
  'PATCH /api/v1/ideas/me': [...SOCIAL, 'conflict'],
  'PATCH /api/v1/ideas/authors/{author}': SOCIAL,

  'PUT /api/v1/account/apex': [...APEX, 'apex_key_may_withdraw', 'apex_rights_unknown', 'rule_broken'],
  'DELETE /api/v1/account/apex': ['apex_not_linked', 'apex_orders_open'],
  'GET /api/v1/account/apex/overview': APEX,
  'DELETE /api/v1/account/apex/orders': APEX,
  'DELETE /api/v1/account/apex/orders/{id}': APEX,
  'GET /api/v1/account/apex/live': APEX,
  'GET /api/v1/account/apex/signer': ['apex_live_off'],
  'POST /api/v1/account/apex/live-orders': [
    ...APEX,
    'apex_live_off',
    'apex_no_rates',
    'apex_not_traded',
    'client_id_used',
    'conflict',
    'not_found',
    'rule_broken',
  ],
  'DELETE /api/v1/account/apex/live-orders/{client_id}': [...APEX, 'apex_not_known_yet', 'apex_other_account'],
  'POST /api/v1/account/apex/live-orders/{client_id}/send': [...APEX, 'apex_live_off', 'apex_other_account', 'conflict', 'rule_broken'],

  'POST /api/v1/chain/test-funds': ['wallet_not_linked', 'conflict', 'rule_broken'],
  'POST /api/v1/wallets/challenge': ['rule_broken'],
  'POST /api/v1/wallets': ['challenge_expired', 'conflict', 'rule_broken'],
}
