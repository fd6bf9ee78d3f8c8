/** Token of a question. `text`: lower case without accents; `raw` keeps the case. `isGlued`: no gap before it. */
export type Token = { readonly text: string; readonly raw: string; readonly isGlued: boolean }

/** Maximum question length in UTF-16 code units, before and after folding; the rest is ignored. */
export const MAX_QUESTION_LENGTH = 1_500

const INVISIBLE = /\p{Cf}/gu
const MARKS = /\p{M}/gu
const NON_ASCII = /[^ -~]/
/** Quotes and apostrophes separate words and carry no meaning. */
const QUOTES = /['"`´‘’‚‛“”„«»‹›]/g
const TOKEN = /\n|\d+(?:[.,:]\d+)*|\p{Script=Han}|₿|(?!\p{Script=Han})\p{L}(?:(?!\p{Script=Han})[\p{L}\p{N}])*|[^\s\p{C}]/gu

/** Folds compatibility forms, invisible characters and accents, not case. One character may expand to 18, so `most` caps the result. */
export function foldText(text: string, most: number = MAX_QUESTION_LENGTH): string {
  const read = text.slice(0, most)
  const plain = NON_ASCII.test(read) ? plainText(read, most) : read
  return plain.replace(/ß/g, 'ss').replace(QUOTES, ' ').replace(/\r/g, '\n').slice(0, most)
}

const plainText = (text: string, most: number): string =>
  text.normalize('NFKC').slice(0, most).replace(INVISIBLE, '').normalize('NFD').replace(MARKS, '')

/** Tokens in order, in linear time; reads at most `most` code units, before and after folding. */
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

const unitAndRest = (raw: string): string[] => (/^\p{L}+\d/u.test(raw) ? (raw.match(/\p{L}+|\d+/gu) ?? [raw]) : [raw])

/** `1,6,12` is a list; `100,000` and `1,5` are numbers. */
function numberList(raw: string): string[] {
  if (!raw.includes(',') || raw === ',' || /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(raw) || /^\d+,5$/.test(raw) || raw.includes('.')) return [raw]
  return raw.split(/(,)/)
}

/** Value of a number token (`100,000` = `100.000` = 100000; `1.5` = `1,5`); NaN for a time of day or a non-number. */
export function numberOf(text: string): number {
  if (/^\d{1,3}([.,]\d{3})+$/.test(text)) return Number(text.replace(/[.,]/g, ''))
  return Number(/^\d+,\d+$/.test(text) ? text.replace(',', '.') : text.replaceAll(',', ''))
}
