import { Readable } from 'node:stream'

/**
 * A stream of texts whose first one is there already: what fails until then is answered as an error, not as 200 with a body that breaks off.
 *
 * @throws what the first text throws
 */
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
