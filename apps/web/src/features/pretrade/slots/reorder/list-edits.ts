/** With `key` just before `before`, or last where that is null or gone. Says the same when it is done again. */
export function placed<T>(items: readonly T[], key: T, before: T | null): T[] {
  const others = items.filter((item) => item !== key)
  const at = before === null ? -1 : others.indexOf(before)
  return at === -1 ? [...others, key] : [...others.slice(0, at), key, ...others.slice(at)]
}

/** What stands after a row that goes from one place to another: where to put it, said so that it stays true in another list. */
export function neighbourAfter<T>(items: readonly T[], from: number, to: number): T | null {
  const others = items.filter((_, index) => index !== from)
  return others[to] ?? null
}
