import type { ProblemCode } from '@aerie/wire/problem-codes'

const APEX = ['apex_not_linked', 'apex_key_unreadable', 'apex_refused', 'apex_unavailable', 'apex_busy'] as const
const SOCIAL = ['forbidden', 'rule_broken'] as const

/** Errors beyond those derived from a route's kind (`routeErrors` in api-document.ts). Integration tests fail on undocumented codes. */
export const ROUTE_ERRORS: Readonly<Record<string, readonly ProblemCode[]>> = {

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
}
