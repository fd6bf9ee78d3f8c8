/** Rights of a key: `withdraws` if any permission allows it, `harmless` if all are known safe; else `unknown`, the usual case. */
export type KeyRights = 'withdraws' | 'harmless' | 'unknown'

const WITHDRAWS = /withdraw|transfer/i
const HARMLESS = /^(read([ _-]?only)?|view|query|trade|trading|orders?|cancel)$/i

/** Classifies the permissions of a key by an allowlist. */
export function keyRights(words: readonly string[]): KeyRights {
  if (words.some((word) => WITHDRAWS.test(word))) return 'withdraws'
  return words.length > 0 && words.every((word) => HARMLESS.test(word.trim())) ? 'harmless' : 'unknown'
}
