import type { NumberFacts } from './number-facts.ts'
import { openWordStart } from './number-words.ts'
import { type Found, LOOK_AHEAD, ProofContext, type ProvenSentence, proveSentence } from './prove-sentence.ts'
import type { LanguageJudge } from './sentence-language.ts'

/** Numbers not returned by a tool are struck out (`~~64,000~~`), undecidable sentences become `[…]`; with the counts. */
export type Proven = { readonly text: string; readonly struck: number; readonly withheld: number }

/** Forced sentence end: the open sentence is re-evaluated with every chunk. */
export const LONGEST_SENTENCE = 320

/** Completed sentences are judged once; only the open one is re-evaluated. Linear time. */
export class NumberProof {
  readonly #context: ProofContext
  #settled = ''
  #struck = 0
  #withheld = 0
  #open = ''
  #searched = 0
  #isCutOff = false
  judged = 0

  constructor(judge: LanguageJudge) {
    this.#context = new ProofContext(judge)
  }

  add(piece: string, facts: NumberFacts): void {
    this.#open += piece
    let start = 0
    for (let end = this.#endFrom(start); end !== undefined; end = this.#endFrom(start)) {
      this.#settle(this.#open.slice(start, end), facts)
      start = end
      this.#searched = end
    }
    this.#open = this.#open.slice(start)
    this.#searched = Math.max(0, this.#open.length - 1)
  }

  end(facts: NumberFacts): void {
    if (this.#open !== '') this.#settle(this.#open, facts)
    this.#open = ''
    this.#searched = 0
  }

  /** The stable part, which later text cannot change. */
  shown(facts: NumberFacts): Proven {
    const { text, found, language } = this.#read(withoutHalfPair(this.#open), facts, true)
    const { proven, struck } = struckOut(text, found, Math.min(settledEnd(text, found), language.firmEnd))
    return { text: this.#settled + proven, struck: this.#struck + struck, withheld: this.#withheld }
  }

  #settle(raw: string, facts: NumberFacts): void {
    this.#isCutOff = raw.length >= LONGEST_SENTENCE || (this.#isCutOff && !raw.endsWith('\n'))
    const { text, found, language, leave } = this.#read(raw, facts, false)
    const isWithheld = !language.isSpoken()
    const { proven, struck } = struckOut(text, found, isWithheld ? language.firmEnd : text.length)
    this.#settled += isWithheld ? withheld(proven, text, this.#settled) : proven
    this.#struck += struck
    this.#withheld += isWithheld ? 1 : 0
    leave()
  }

  #read(raw: string, facts: NumberFacts, isOpen: boolean): ProvenSentence & { readonly text: string } {
    const text = readable(raw)
    this.judged += text.length
    return { text, ...proveSentence(text, facts, this.#context, { isStrict: this.#isCutOff, isOpen }) }
  }

  #endFrom(start: number): number | undefined {
    const most = Math.min(this.#open.length, start + LONGEST_SENTENCE)
    for (let at = Math.max(start, this.#searched); at < most; at += 1) if (isEnd(this.#open, start, at)) return at + 1
    if (this.#open.length - start < LONGEST_SENTENCE) return undefined
    const space = this.#open.slice(start, most).search(/\s\S*$/)
    return space > LONGEST_SENTENCE / 2 ? start + space + 1 : wholePair(this.#open, most)
  }
}

/** Ends at a line break, a Chinese full stop, or punctuation before a space, except in dates and abbreviations. */
function isEnd(text: string, start: number, at: number): boolean {
  const sign = text[at]
  if (sign === '\n' || sign === '。' || sign === '！' || sign === '？') return true
  if (sign !== ' ' || at === start) return false
  const before = text[at - 1]
  if (before === '!' || before === '?') return true
  if (before !== '.') return false
  const last = text.slice(Math.max(start, at - 24), at)
  if (/\p{L}{5}\.$/u.test(last)) return true
  // Short words and numbers end a sentence if a new one starts, except "15. Januar" and abbreviations.
  const isNewOne = /^(?!\p{Ll})\p{L}/u.test(text.slice(at + 1, at + 3))
  return isNewOne && /(?:(?<!\p{L})\p{L}{2,4}|\d{3}|[.,]\d{1,2}|[%€$])\.$/u.test(last) && !ABBREVIATION.test(last)
}

const ABBREVIATION =
  /(?<!\p{L})(?:approx|bzw|ca|co|corp|dr|etc|est|evtl|ggf|inc|incl|inkl|ltd|mr|mrs|ms|no|nr|prof|resp|st|usw|vgl|vs|aprox|env|sr|sra|srta|avg|max|min|тыс|млн|млрд|руб|долл|ул|см|напр)\.$/iu

/** Replaces the rest of an undecidable sentence; consecutive ones are merged. */
export const WITHHELD = '[…]'

function withheld(firm: string, text: string, before: string): string {
  const [, end = ''] = /(\s*)$/u.exec(text) ?? []
  return `${firm}${firm.trim() === '' && before.trimEnd().endsWith(WITHHELD) ? '' : WITHHELD}${end}`
}

const HIGH_SURROGATE = /[\ud800-\udbff]$/
const wholePair = (text: string, end: number): number => (HIGH_SURROGATE.test(text.slice(end - 1, end)) ? end - 1 : end)
const withoutHalfPair = (text: string): string => (HIGH_SURROGATE.test(text) ? text.slice(0, -1) : text)

function struckOut(text: string, found: readonly Found[], end: number): { proven: string; struck: number } {
  let proven = ''
  let place = 0
  let struck = 0
  for (const { start, end: stop, isKnown } of found) {
    if (stop > end) break
    if (isKnown) continue
    proven += `${text.slice(place, start)}~~${text.slice(start, stop)}~~`
    place = stop
    struck += 1
  }
  return { proven: proven + text.slice(place, end), struck }
}

function settledEnd(text: string, found: readonly Found[]): number {
  const open = found.find(({ end, isOpen }) => isOpen === true || end > text.length - LOOK_AHEAD)
  return Math.min(open?.start ?? text.length, openWordStart(text))
}

type ProofTerms = { readonly isWhole: boolean; readonly judge: LanguageJudge }

/** @param isWhole false while streaming: a trailing number may continue and is held back */
export function proveNumbers(raw: string, facts: NumberFacts, { isWhole, judge }: ProofTerms): Proven {
  const proof = new NumberProof(judge)
  proof.add(raw, facts)
  if (isWhole) proof.end(facts)
  return proof.shown(facts)
}

/** Invisible characters except tab and line feed; also the keycap frame. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]|\u20e3/gu
/** Digits with combining marks. */
const MARKED_DIGIT = /(\p{Nd})\p{M}+/gu
const MATHEMATICAL_DIGITS = 0x1d7ce

/** Removes invisible characters, foreign-script digits, and the model's own strike-throughs and entities. */
function readable(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKED_DIGIT, '$1')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/(?<=\d)[，٬](?=\d)/g, ',')
    .replaceAll(/(?<=\d)[．٫](?=\d)/g, '.')
    .replaceAll('~', '≈')
    .replaceAll(/&(?=#?[a-z0-9]{1,32};)/gi, '&amp;')
}

/** Unicode digits of each script are contiguous, 0 to 9. */
function asciiDigit(digit: string): string {
  if (digit <= '9') return digit
  const code = digit.codePointAt(0) ?? 0
  if (code >= MATHEMATICAL_DIGITS && code < MATHEMATICAL_DIGITS + 50) return String((code - MATHEMATICAL_DIGITS) % 10)
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
