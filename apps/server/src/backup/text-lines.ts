/** A line has more characters than its reader takes. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong'
}

/**
 * Lines of UTF-8, without what ends them: `\n` or `\r\n`. Not Node's readline, which ends a line at U+2028 and U+2029, too: JSON holds
 * both as they are.
 *
 * @param most characters of a line
 * @throws LineTooLong, before the line is read whole; what the chunks throw
 */
export async function* textLines(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let line = ''
  const add = (piece: string): void => {
    if (piece === '') return
    // It may be half of the line's end.
    const isEnd = piece.endsWith('\r')
    if (line.length + piece.length - (isEnd ? 1 : 0) > most) throw new LineTooLong(`A line is longer than ${most} characters.`)
    line += piece
  }
  const take = (): string => {
    const taken = line.endsWith('\r') ? line.slice(0, -1) : line
    line = ''
    return taken
  }
  for await (const chunk of chunks) {
    for (const [at, piece] of decoder.decode(chunk, { stream: true }).split('\n').entries()) {
      if (at > 0) yield take()
      add(piece)
    }
  }
  add(decoder.decode())
  if (line !== '') yield take()
  return undefined
}
