import { Readable } from 'node:stream'

/** Awaits the first chunk, so that an early failure becomes an error response instead of a truncated 200. */
export async function startedStream(texts: AsyncGenerator<string>): Promise<Readable> {
  const first = await texts.next()
  return Readable.from(
    (async function* all() {
      if (first.done === true) return
      yield first.value
      yield* texts
    })(),
  )
}
