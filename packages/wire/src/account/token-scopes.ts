/** API token scopes, independent of each other. `trading:write` places, changes and cancels orders; no form preselects it. */
export const TOKEN_SCOPES = [
  'market:read',
  'trading:read',
  'trading:write',
  'journal:read',
  'journal:write',
  'alerts:read',
  'alerts:write',
] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]
