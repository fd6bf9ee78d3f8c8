/** The end of a sentence: its mark and a space after it, or a mark that needs none. A point inside a number is no end. */
const END = /[.!?…]+["”’)]*\s+|[。！？]\s*|\n+/g

/** What can be read out of a text that may still grow. */
export type SpeakableText = {
  /** Whole sentences not read out before. */
  readonly sentences: readonly string[]
  /** How far the text has been read out, in characters. */
  readonly upTo: number
}

/**
 * The sentences of `text` that were not read out yet.
 *
 * @param from how far it was read out before, in characters
 * @param isWhole whether the text will not grow: then its end is one, with or without a mark
 */
export function newSentences(text: string, from: number, isWhole: boolean): SpeakableText {
  const rest = text.slice(from)
  const sentences: string[] = []
  let start = 0
  for (const match of rest.matchAll(END)) {
    const end = match.index + match[0].length
    sentences.push(rest.slice(start, end))
    start = end
  }
  if (isWhole) sentences.push(rest.slice(start))
  return { sentences: sentences.map(plainText).filter((sentence) => sentence !== ''), upTo: isWhole ? text.length : from + start }
}

/** Without the marks of formatting, which say nothing when read out. */
const plainText = (text: string): string =>
  text
    .replace(/~~(.+?)~~/g, '$1 (no tool returned this number)')
    .replace(/[*_`#>]+/g, '')
    .trim()
