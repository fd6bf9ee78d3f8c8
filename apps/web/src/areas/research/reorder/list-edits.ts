/** Moves or inserts `key` before `before`, or to the end if that is null or missing. Idempotent. */
export function placed<T>(items: readonly T[], key: T, before: T | null): T[] {
  const others = items.filter((item) => item !== key)
  const at = before === null ? -1 : others.indexOf(before)
  return at === -1 ? [...others, key] : [...others.slice(0, at), key, ...others.slice(at)]
}

/** Key that follows the row after a move: stays valid if the list changes meanwhile. */
export function neighbourAfter<T>(items: readonly T[], from: number, to: number): T | null {
  const others = items.filter((_, index) => index !== from)
  return others[to] ?? null
}
