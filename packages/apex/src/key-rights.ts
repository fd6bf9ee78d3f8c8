/**
 * What an API key may do by ApeX's words: `withdraws` where one of them says so, `harmless` where each is known to read, trade or cancel
 * alone, else `unknown`: nothing was said, or something that nobody here knows.
 *
 * Source: ApeX's connector (apexpro-openapi, 2026-05-08) makes keys with a remark and addresses, and no rights, so a list of none is usual.
 */
export type KeyRights = 'withdraws' | 'harmless' | 'unknown'

const WITHDRAWS = /withdraw|transfer/i
const HARMLESS = /^(read([ _-]?only)?|view|query|trade|trading|orders?|cancel)$/i

/**
 * Judges the words that ApeX has for one key. Denies what is not allowed by name.
 *
 * @throws never
 */
export function keyRights(words: readonly string[]): KeyRights {
  if (words.some((word) => WITHDRAWS.test(word))) return 'withdraws'
  return words.length > 0 && words.every((word) => HARMLESS.test(word.trim())) ? 'harmless' : 'unknown'
}
