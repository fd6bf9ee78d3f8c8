import type { TokenScope } from '@aerie/wire/account-tokens'

/**
 * Who may call what. `public`: everybody. `cookie`: the refresh cookie is the proof. `leaving`: the session itself, to end it. `session`: who is logged in, never an API token.
 * `proven`: the same, and within ten minutes of a proof of who is there. A scope: who is logged in, and API tokens with that scope.
 */
export type Access = 'public' | 'cookie' | 'leaving' | 'session' | 'proven' | TokenScope

/** Every route of the OpenAPI document. `access-matrix.int.test.ts` fails where one is missing here or answers otherwise. */
export const ROUTE_ACCESS: Readonly<Record<string, Access>> = {
  'GET /api/v1/status': 'public',
  'GET /api/v1/config': 'public',
  'POST /api/v1/auth/signup': 'public',
  'POST /api/v1/auth/verify': 'public',
  'POST /api/v1/auth/login': 'public',
  'POST /api/v1/auth/forgot-password': 'public',
  'POST /api/v1/auth/reset-password': 'public',
  'POST /api/v1/auth/refresh': 'cookie',
  'POST /api/v1/auth/logout': 'leaving',
  'POST /api/v1/auth/reauthenticate': 'session',
  'POST /api/v1/auth/reauthenticate/options': 'session',
  'POST /api/v1/auth/passkey/options': 'public',
  'POST /api/v1/auth/passkey': 'public',
  'GET /api/v1/getUserByEmail': 'session',
  'PUT /api/v1/updateUserByEmail': 'session',
  'GET /api/v1/account': 'session',
  'PATCH /api/v1/account': 'session',
  'POST /api/v1/account/password': 'session',
  'GET /api/v1/account/otp': 'session',
  'POST /api/v1/account/otp': 'proven',
  'POST /api/v1/account/otp/confirm': 'proven',
  'POST /api/v1/account/otp/recovery-codes': 'proven',
  'DELETE /api/v1/account/otp': 'proven',
  'GET /api/v1/account/passkeys': 'session',
  'POST /api/v1/account/passkeys/options': 'proven',
  'POST /api/v1/account/passkeys': 'proven',
  'DELETE /api/v1/account/passkeys/{id}': 'proven',
  'GET /api/v1/account/sessions': 'session',
  'DELETE /api/v1/account/sessions/{id}': 'proven',
  'DELETE /api/v1/account/sessions': 'proven',
  'GET /api/v1/account/tokens': 'session',
  'POST /api/v1/account/tokens': 'proven',
  'DELETE /api/v1/account/tokens/{id}': 'session',
  'GET /api/v1/account/apex': 'session',
  'PUT /api/v1/account/apex': 'proven',
  'DELETE /api/v1/account/apex': 'proven',
  'GET /api/v1/account/apex/overview': 'session',
  'DELETE /api/v1/account/apex/orders': 'session',
  'DELETE /api/v1/account/apex/orders/{id}': 'session',
  'POST /api/v1/account/export': 'proven',
  'GET /api/v1/account/exports/{id}': 'session',
  'GET /api/v1/account/exports/{id}/file': 'public',
  'GET /api/v1/account/deletion': 'session',
  'POST /api/v1/account/deletion': 'proven',
  'DELETE /api/v1/account/deletion': 'session',
  'GET /api/v1/assets': 'public',
  'GET /api/v1/assets/{symbol}': 'public',
  'GET /api/v1/currencies': 'public',
  'GET /api/v1/market/board': 'public',
  'GET /api/v1/candles/{symbol}': 'public',
  'GET /api/v1/depth/{symbol}': 'public',
  'GET /api/v1/market/replay': 'public',
  'POST /api/v1/market/replay': 'session',
  'GET /api/v1/forecasts/{symbol}': 'public',
  'GET /api/v1/forecasts/{symbol}/history': 'public',
  'GET /api/v1/scorecard/{symbol}': 'public',
  'GET /api/v1/forecasts/verify': 'public',
  'GET /api/v1/forecasts/export': 'public',
  'GET /api/v1/forecasts/{symbol}/export': 'public',
  'GET /api/v1/agent/predictions': 'session',
  'GET /api/v1/agent/conversations/{id}/export': 'session',
  'GET /api/v1/info': 'session',
  'GET /api/v1/price': 'session',
  'GET /api/v1/historical': 'session',
  'GET /api/v1/analytics/screen': 'market:read',
  'GET /api/v1/analytics/volatility/{symbol}': 'market:read',
  'GET /api/v1/analytics/correlation': 'market:read',
  'GET /api/v1/analytics/correlation/pair': 'market:read',
  'GET /api/v1/workspace/{kind}': 'session',
  'GET /api/v1/workspace/{kind}/{name}': 'session',
  'PUT /api/v1/workspace/{kind}/{name}': 'session',
  'DELETE /api/v1/workspace/{kind}/{name}': 'session',
  'GET /api/v1/trading/account': 'trading:read',
  'GET /api/v1/trading/accounts': 'trading:read',
  'POST /api/v1/trading/account/reset': 'trading:write',
  'GET /api/v1/trading/instruments': 'trading:read',
  'GET /api/v1/trading/ledger': 'trading:read',
  'GET /api/v1/fills': 'trading:read',
  'POST /api/v1/trading/flatten': 'trading:write',
  'POST /api/v1/orders': 'trading:write',
  'DELETE /api/v1/orders': 'trading:write',
  'GET /api/v1/orders': 'trading:read',
  'POST /api/v1/orders/preview': 'trading:read',
  'PATCH /api/v1/orders/{id}': 'trading:write',
  'DELETE /api/v1/orders/{id}': 'trading:write',
  'GET /api/v1/orders/{id}': 'trading:read',
  'GET /api/v1/positions': 'trading:read',
  'POST /api/v1/positions/{symbol}/close': 'trading:write',
  'POST /api/v1/positions/{symbol}/reverse': 'trading:write',
  'POST /api/v1/positions/{symbol}/margin': 'trading:write',
  'POST /api/v1/positions/{symbol}/leverage': 'trading:write',
  'GET /api/v1/journal/trips': 'journal:read',
  'GET /api/v1/journal/statistics': 'journal:read',
  'GET /api/v1/journal/export': 'journal:read',
  'GET /api/v1/journal/trips/{id}': 'journal:read',
  'PATCH /api/v1/journal/trips/{id}': 'journal:write',
  'POST /api/v1/journal/imports': 'journal:write',
  'GET /api/v1/journal/imports': 'journal:read',
  'GET /api/v1/journal/imports/progress': 'journal:read',
  'GET /api/v1/journal/imports/{id}': 'journal:read',
  'PATCH /api/v1/journal/imports/{id}': 'journal:write',
  'DELETE /api/v1/journal/imports/{id}': 'journal:write',
  'POST /api/v1/journal/imports/{id}/confirm': 'journal:write',
  'GET /api/v1/alerts': 'alerts:read',
  'POST /api/v1/alerts': 'alerts:write',
  'GET /api/v1/alerts/summary': 'alerts:read',
  'GET /api/v1/alerts/{id}': 'alerts:read',
  'PATCH /api/v1/alerts/{id}': 'alerts:write',
  'DELETE /api/v1/alerts/{id}': 'alerts:write',
  'POST /api/v1/alerts/preview': 'alerts:read',
  'POST /api/v1/alerts/pause': 'alerts:write',
  'GET /api/v1/alerts/export': 'alerts:read',
  'POST /api/v1/alerts/import': 'alerts:write',
  'GET /api/v1/alerts/firings': 'alerts:read',
  'POST /api/v1/alerts/firings/read': 'alerts:write',
  'GET /api/v1/deliveries': 'alerts:read',
  'POST /api/v1/deliveries/{id}/resend': 'session',
  'GET /api/v1/deliveries/channels': 'session',
  'PATCH /api/v1/deliveries/settings': 'session',
  'POST /api/v1/deliveries/test': 'session',
  'POST /api/v1/deliveries/telegram': 'session',
  'DELETE /api/v1/deliveries/telegram': 'session',
  'POST /api/v1/deliveries/push': 'session',
  'DELETE /api/v1/deliveries/push/{id}': 'session',
  'GET /api/v1/webhooks': 'session',
  'POST /api/v1/webhooks': 'session',
  'PATCH /api/v1/webhooks/{id}': 'session',
  'DELETE /api/v1/webhooks/{id}': 'session',
  'POST /api/v1/webhooks/{id}/rotate': 'session',
  'POST /api/v1/webhooks/{id}/test': 'session',
  'GET /api/v1/deliveries/unsubscribe': 'public',
  'POST /api/v1/deliveries/unsubscribe': 'public',
  'POST /api/v1/chain/rpc': 'public',
  'POST /api/v1/chain/test-funds': 'session',
  'POST /api/v1/wallets/challenge': 'session',
  'POST /api/v1/wallets': 'session',
  'GET /api/v1/wallets': 'session',
  'DELETE /api/v1/wallets/{address}': 'session',
  'GET /api/v1/tier': 'session',
  'GET /api/v1/staking/pool': 'session',
  'GET /api/v1/staking/epochs': 'session',
  'GET /api/v1/staking/positions/{wallet}': 'session',
  'GET /api/v1/staking/vesting/{wallet}': 'session',
  'GET /api/v1/staking/history/{wallet}': 'session',
  'GET /api/v1/subscriptions': 'session',
}

/** Every command of every namespace. A socket is let in by its token alone: `public` also without one, API tokens never. */
export const SOCKET_ACCESS: Readonly<Record<string, Readonly<Record<string, 'public' | 'session'>>>> = {
  '/live': {
    assets: 'public',
    watch: 'public',
    board: 'public',
    book: 'public',
    wallet_connect: 'session',
    wallet_disconnect: 'session',
  },
  '/messages': {},
  '/agent': {
    conversations: 'session',
    conversation: 'session',
    history: 'session',
    message: 'session',
    feedback: 'session',
    rename: 'session',
    remove: 'session',
    restore: 'session',
    stop: 'session',
  },
  '/mirror': { join: 'session', lead: 'session', publish: 'session' },
}

/** Namespaces that a guest may enter. */
export const GUEST_NAMESPACES: readonly string[] = ['/live']

/** Those with a session that is good. */
export const PEOPLE = ['claw', 'IPC', 'gold', 'VIP'] as const
/** Those without one. */
export const OUTSIDERS = ['guest', 'unconfirmed', 'inactive'] as const
export type Person = (typeof PEOPLE)[number] | (typeof OUTSIDERS)[number]

/** Whether a person may call a route, and with what they are refused. */
export function verdictOf(access: Access, person: Person): 'yes' | '401' {
  if (access === 'public') return 'yes'
  if (access === 'cookie') return '401'
  return PEOPLE.some((one) => one === person) ? 'yes' : '401'
}

/** Whether an API token with one scope may call a route. `public` and `cookie` heed no token. */
export function tokenVerdictOf(access: Access, scope: TokenScope): 'yes' | '401' | '403' {
  if (access === 'public') return 'yes'
  if (access === 'cookie' || access === 'leaving') return '401'
  return access === scope ? 'yes' : '403'
}
