/**
 * What `next` gives, one after the other, until it gives nothing. The next one is asked for while the caller is busy with the one before: at
 * most one waits.
 *
 * @throws what `next` throws, in its place
 */
export async function* ahead<T>(next: () => Promise<T | undefined>): AsyncGenerator<T> {
  for (let asked = quiet(next()); ; ) {
    const item = await asked
    if (item === undefined) return
    asked = quiet(next())
    yield item
  }
}

/** What may fail while nobody waits for it yet: whoever waits later is told. */
export function quiet<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => undefined)
  return asked
}
