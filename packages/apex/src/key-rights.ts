/** Rights of a key: `withdraws` if any permission allows it, `harmless` if all are known safe; else `unknown`, the usual case. */
export type KeyRights = 'withdraws' | 'harmless' | 'unknown'

const WITHDRAWS = /withdraw|transfer/i
const HARMLESS = /^(read([ _-]?only)?|view|query|trade|trading|orders?|cancel)$/i

/** Classifies the permissions of a key by an allowlist. */
export function keyRights(permissions: readonly string[]): KeyRights {
  if (permissions.some((permission) => WITHDRAWS.test(permission))) return 'withdraws'
  return permissions.length > 0 && permissions.every((permission) => HARMLESS.test(permission.trim())) ? 'harmless' : 'unknown'
}
