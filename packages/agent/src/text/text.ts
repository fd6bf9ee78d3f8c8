/**
 * One piece of a question. `text` is in lower case without accents; `raw` keeps the case. `isGlued` when nothing stands
 * between it and the token before.
 */
export type Token = { readonly text: string; readonly raw: string; readonly isGlued: boolean }

/** Longest question that is read, in UTF-16 code units before and after folding; what follows is not looked at. */
export const MAX_QUESTION_LENGTH = 1_500

const INVISIBLE = /\p{Cf}/gu
const MARKS = /\p{M}/gu
const NON_ASCII = /[^ -~]/
/** Quotes and apostrophes part words and say nothing themselves. */
const QUOTES = /['"`´‘’‚‛“”„«»‹›]/g
const TOKEN = /\n|\d+(?:[.,:]\d+)*|\p{Script=Han}|₿|(?!\p{Script=Han})\p{L}(?:(?!\p{Script=Han})[\p{L}\p{N}])*|[^\s\p{C}]/gu

/**
 * Text as it is compared: compatibility forms, invisible signs and accents undone. The case stays. One character may fold to
 * eighteen: what is returned is never longer than `most`, whatever the text is.
 *
 * @throws never
 */
export function foldText(text: string, most: number = MAX_QUESTION_LENGTH): string {
  const read = text.slice(0, most)
  const plain = NON_ASCII.test(read) ? plainText(read, most) : read
  return plain.replace(/ß/g, 'ss').replace(QUOTES, ' ').replace(/\r/g, '\n').slice(0, most)
}

const plainText = (text: string, most: number): string =>
  text.normalize('NFKC').slice(0, most).replace(INVISIBLE, '').normalize('NFD').replace(MARKS, '')

/**
 * The tokens of a text, in order. Linear in its length.
 *
 * @param most so many code units are read, before and after folding
 * @throws never
 * @example tokenize('Btc in 6h?').map((token) => token.text) // ['btc', 'in', '6', 'h', '?']
 */
export function tokenize(text: string, most: number = MAX_QUESTION_LENGTH): Token[] {
  const tokens: Token[] = []
  let end = -1
  for (const match of foldText(text, most).matchAll(TOKEN)) {
    const raw = match[0]
    const isGlued = match.index === end
    end = match.index + raw.length
    if (isHyphen(raw) && isGlued && isWord(tokens.at(-1)?.raw)) continue
    const isUnit = isGlued && /^\d/.test(tokens.at(-1)?.text ?? '')
    for (const piece of isUnit ? unitAndRest(raw) : numberList(raw)) tokens.push({ text: piece.toLowerCase(), raw: piece, isGlued })
  }
  return tokens
}

const isHyphen = (raw: string): boolean => raw === '-' || raw === '_' || raw === '‐' || raw === '‑'
const isWord = (raw: string | undefined): boolean => raw !== undefined && /^\p{L}/u.test(raw)

/** Of `1h30` the second part, `h30`, is a unit and a number. */
const unitAndRest = (raw: string): string[] => (/^\p{L}+\d/u.test(raw) ? (raw.match(/\p{L}+|\d+/gu) ?? [raw]) : [raw])

/** `1,6,12` is a list; `100,000` and `1,5` are numbers. */
function numberList(raw: string): string[] {
  if (!raw.includes(',') || raw === ',' || /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(raw) || /^\d+,5$/.test(raw) || raw.includes('.')) return [raw]
  return raw.split(/(,)/)
}

/**
 * The value of a number token: `100,000` and `100.000` are a hundred thousand, `1.5` and `1,5` one and a half.
 *
 * @returns NaN for what is no number, or a time of day
 * @throws never
 */
export function numberOf(text: string): number {
  if (/^\d{1,3}([.,]\d{3})+$/.test(text)) return Number(text.replace(/[.,]/g, ''))
  return Number(/^\d+,\d+$/.test(text) ? text.replace(',', '.') : text.replaceAll(',', ''))
}
