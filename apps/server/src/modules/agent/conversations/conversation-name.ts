import { CONVERSATION_NAME_MAX_LENGTH } from '@aerie/wire/agent/agent'

/** Long enough to tell conversations apart in a narrow list. */
const NAME_LENGTH = 60
/** A cut at a word's end may lose this share of the name. */
const LONGEST_LOSS = 0.4

/** The name of a conversation that begins with `text`: its first line with words, cut at the end of a word. `text` is clean. */
export function conversationName(text: string): string {
  const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? text
  return shorten(line.replaceAll(/\s+/gu, ' ').trim(), NAME_LENGTH)
}

/** A name that a user typed, in one line. */
export const typedName = (name: string): string => shorten(name.replaceAll(/\s+/gu, ' ').trim(), CONVERSATION_NAME_MAX_LENGTH)

function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  // By characters as they are seen, so that no emoji is cut in two.
  let cut = ''
  for (const { segment } of segmenter.segment(text)) {
    if (cut.length + segment.length >= length) break
    cut += segment
  }
  const wordEnd = cut.lastIndexOf(' ')
  return `${(wordEnd > length * (1 - LONGEST_LOSS) ? cut.slice(0, wordEnd) : cut).trimEnd()}…`
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
