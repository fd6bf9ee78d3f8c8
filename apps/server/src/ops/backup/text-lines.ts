export class LineTooLong extends Error {
  override readonly name = 'LineTooLong'
}

/** UTF-8 lines ending in LF or CRLF. Node's readline also splits at U+2028 and U+2029. @throws LineTooLong */
export async function* textLines(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let line = ''
  const add = (piece: string): void => {
    if (piece === '') return
    // May be the first half of CRLF.
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
