import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { foldWord, readingsOfWord, type SpokenLanguage } from './fold-word.ts'
import { hanValue } from './han-numbers.ts'
import { LONGEST_WORD, mayBecomeNumber, numberWord } from './number-lexicon.ts'
import { isFraction, isHalf, quantityOf, quantityStretches } from './quantities.ts'
import type { SentenceWord } from './sentence-language.ts'

/** `isSmall`: a single word up to twelve; `isOne`: "one", also an article; `isVague`: a fraction or multiple ("half", "doubled"). */
export type NumberWords = {
  readonly start: number
  readonly end: number
  readonly value: number | undefined
  readonly isSmall?: boolean
  readonly isOne?: boolean
  readonly isVague?: boolean
  /** Length of a named period. */
  readonly hours?: number
  /** The word implies its own unit. */
  readonly isUnit?: boolean
  /** Languages in which it is a common word, so that it only counts before a unit. */
  readonly everydayIn?: readonly SpokenLanguage[]
}

type Token = {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly folded: string
  readonly values?: readonly number[]
  readonly everydayIn?: readonly SpokenLanguage[]
}

const HAN = '〇零一二三四五六七八九十百千万亿两兩俩仨壹贰貳叁參肆伍陆陸柒捌玖拾佰仟萬億兆廿卅卌幺半点點'
const LETTER = String.raw`(?!\p{Script=Han})[\p{L}\u24b6-\u24e9\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]`
const TOKEN = new RegExp(String.raw`[${HAN}]+|${LETTER}(?:${LETTER}|[\p{M}*_\x60’'])*|\p{Nd}[\d.,]*`, 'gu')

const ONE = new Set('one ein eine einen einem einer eines eins un une uno una um uma один одна одно одну одного одной'.split(' '))
const POINT = new Set('point punkt komma virgule coma virgula virgola punto ponto целых запятая'.split(' '))
const AND = new Set('and und et y e и con'.split(' '))
const ROMAN = /^(?=[MDCLXVI]{2,}$)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/
/** Numbers up to this are common in everyday language. */
const SMALL_MAX = 12

export function readNumberWords(text: string): { readonly words: SentenceWord[]; readonly numbers: NumberWords[] } {
  const single = tokensOf(text)
  const stretches = quantityStretches(text).map((each) =>
    each.isOne === true ? { ...each, value: 1 } : { ...each, value: undefined, isVague: true },
  )
  const numbers = [...numbersIn(withSpelledOut(single, text), text), ...stretches]
  const isNumeral = ({ start, end }: Token): boolean => numbers.some((each) => each.start <= start && end <= each.end)
  return { words: single.flatMap((token) => sentenceWords(token, isNumeral(token))), numbers }
}

function sentenceWords(token: Token, isNumeral: boolean): SentenceWord[] {
  if (isNumeral || !/['’]/.test(token.text)) return [{ ...token, isNumber: isNumeral || isNumber(token) }]
  return [...token.text.matchAll(/[^'’]+/g)].map(({ 0: text, index }) => {
    const start = token.start + index
    return { start, end: start + text.length, text, folded: foldWord(text), isNumber: false }
  })
}

function numbersIn(tokens: readonly Token[], text: string): NumberWords[] {
  const found: NumberWords[] = []
  for (let at = 0; at < tokens.length; ) {
    const length = runLength(tokens, at, text)
    if (length > 0) found.push(runOf(tokens.slice(at, at + length)))
    else {
      const vague = vagueAt(tokens, at, text)
      if (vague !== undefined) found.push(vague)
    }
    at += Math.max(1, length)
  }
  return found
}

const LAST_WORD = /(?:\p{L}[\s.·-]+){2,}\p{L}?$|[^\s\p{Script=Han}]+$/u

/** Start of a trailing word that may still become a number; the text length if there is none. */
export function openWordStart(text: string): number {
  const place = Math.max(0, text.length - LONGEST_WORD)
  const last = LAST_WORD.exec(text.slice(place))
  if (last === null) return text.length
  const isOpen = /&#?\w*$/.test(last[0]) || readingsOfWord(foldWord(last[0])).some(mayBecomeNumber)
  return isOpen ? place + last.index : text.length
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(TOKEN)) {
    const word = match[0].replace(/[*_`’']+$/, '')
    const place = { start: match.index, end: match.index + word.length, text: word }
    if (/^\d/.test(word)) tokens.push({ ...place, folded: '' })
    else if (HAN.includes(word[0] ?? '')) tokens.push(hanToken(place))
    else tokens.push(wordToken(place))
  }
  return tokens
}

type TokenSpan = Pick<Token, 'start' | 'end' | 'text'>

function wordToken(place: TokenSpan): Token {
  const folded = foldWord(place.text)
  for (const reading of readingsOfWord(folded)) {
    const word = ONE.has(reading) ? { values: [1] } : numberWord(reading)
    if (word !== undefined) return { ...place, folded: reading, ...word }
  }
  return { ...place, folded }
}

/** Chinese words written with numerals that are not numbers. */
const HAN_WORDS = new Set(['万一', '一一', '百千', '十分', '千万', '点', '點', '半'])

function hanToken(place: TokenSpan): Token {
  const text = place.text.replace(/[点點]$/, '')
  const end = place.start + text.length
  return HAN_WORDS.has(text) || text === '' ? { ...place, folded: text } : { ...place, end, text, folded: text, values: hanValue(text) }
}

/** "s-e-v-e-n": joins single letters into a word. */
function withSpelledOut(tokens: readonly Token[], text: string): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    let end = at
    while (end < tokens.length && isLetter(tokens[end]) && (end === at || isGap(text, tokens[end - 1], tokens[end], 2))) end += 1
    const spelled = tokens.slice(at, end)
    const word =
      spelled.length > 2
        ? numberWord(
            spelled
              .map(({ folded }) => folded)
              .join('')
              .slice(0, LONGEST_WORD),
          )
        : undefined
    if (word !== undefined) joined.push({ ...itemAt(spelled, 0), end: itemAt(spelled, -1).end, folded: '', ...word })
    else joined.push(...tokens.slice(at, Math.max(end, at + 1)))
    at = Math.max(end, at + 1)
  }
  return joined
}

const isLetter = (token: Token | undefined): boolean => token?.folded.length === 1 && !HAN.includes(token.folded)

/** Tokens are separated by at most a space, a hyphen or markup. */
function isGap(text: string, a: Token | undefined, b: Token | undefined, most = 3): boolean {
  if (a === undefined || b === undefined || b.start - a.end > most) return false
  return /^[\s\-‐‑–.·*_`]*$/u.test(text.slice(a.end, b.start))
}

const isNumber = (token: Token | undefined): boolean => token?.values !== undefined
const isDigits = (token: Token | undefined): boolean => token !== undefined && /^\d/.test(token.text)

function runLength(tokens: readonly Token[], at: number, text: string): number {
  if (!isNumber(tokens[at]) && !(isDigits(tokens[at]) && goesOnAfterDigits(tokens, at, text))) return 0
  let end = at + 1
  for (let more = moreOfRun(tokens, end, text); more > 0; more = moreOfRun(tokens, end, text)) end += more
  return end - at
}

function moreOfRun(tokens: readonly Token[], end: number, text: string): number {
  const [last, next, afterNext] = [tokens[end - 1], tokens[end], tokens[end + 1]]
  if (next === undefined || !isGap(text, last, next)) return 0
  if (isNumber(next)) return isOneOf(last) && isOneOf(next) ? 0 : 1
  if (isJoining(last, next, afterNext) && isGap(text, next, afterNext)) return 2
  return AND.has(next.folded) && isHalfAfter(tokens, end + 1, text) ? halfAt(tokens, end + 1) + 1 - end : 0
}

const isOneOf = (token: Token | undefined): boolean => token?.values?.length === 1 && token.values[0] === 1

/** Digits followed by number words: "5 hundred", "5 and a half", "5 point five". "64 thousand" is parsed elsewhere. */
function goesOnAfterDigits(tokens: readonly Token[], at: number, text: string): boolean {
  const [digits, next, afterNext] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (!isGap(text, digits, next)) return false
  if (AND.has(defined(next).folded)) return isHalfAfter(tokens, at + 2, text)
  if (POINT.has(defined(next).folded)) return isNumber(afterNext) && isGap(text, next, afterNext)
  const value = next?.values?.[0] ?? 0
  if (value < 100 || next?.everydayIn !== undefined) return false
  return value === 100 || (isNumber(afterNext) && isGap(text, next, afterNext) && !isOneOf(afterNext))
}

function isJoining(last: Token | undefined, next: Token | undefined, afterNext: Token | undefined): boolean {
  if (next === undefined || !isNumber(afterNext)) return false
  if (POINT.has(next.folded)) return true
  const [before, after] = [last?.values?.at(-1) ?? 0, afterNext?.values?.[0] ?? 0]
  // "six and twelve" are two numbers, "treinta y cinco", "soixante et onze" and "hundred and five" are one.
  return AND.has(next.folded) && ((before >= 100 && after < 1000) || (before >= 20 && before < 100 && after < 20))
}

/** "and a half", "und ein viertel": position of the fraction, after an optional article. */
const halfAt = (tokens: readonly Token[], at: number): number =>
  ONE.has(tokens[at]?.folded ?? '') || tokens[at]?.folded === 'a' ? at + 1 : at
function isHalfAfter(tokens: readonly Token[], at: number, text: string): boolean {
  const place = halfAt(tokens, at)
  const folded = tokens[place]?.folded ?? ''
  return (
    (isHalf(folded) || isFraction(folded)) &&
    isGap(text, tokens[at - 1], tokens[at]) &&
    (place === at || isGap(text, tokens[at], tokens[place]))
  )
}

function runOf(run: readonly Token[]): NumberWords {
  const [first, last] = [itemAt(run, 0), itemAt(run, -1)]
  const value = valueOfRun(run)
  const isSingle = run.length === 1
  return {
    start: first.start,
    end: last.end,
    value,
    ...(isSingle && value !== undefined && value <= SMALL_MAX && { isSmall: true }),
    ...(isSingle && value === 1 && { isOne: true }),
    ...(isSingle && first.everydayIn && { everydayIn: first.everydayIn }),
  }
}

/** Hundreds multiply the preceding part; thousands and above close a part. */
function valueOfRun(run: readonly Token[]): number | undefined {
  if (run.some((token) => isDigits(token) || token.values?.length === 0)) return undefined
  const point = run.findIndex(({ folded, values }) => values === undefined && POINT.has(folded))
  const whole = sumOf(run.slice(0, point < 0 ? undefined : point).flatMap(({ values }) => values ?? []))
  const endsInHalf = isHalf(itemAt(run, -1).folded)
  if (run.some(({ folded, values }) => values === undefined && isFraction(folded))) return undefined
  if (endsInHalf) return whole + 0.5
  const decimals = point < 0 ? [] : run.slice(point + 1).flatMap(({ values }) => values ?? [])
  return decimals.length === 0 ? whole : Number(`${whole}.${decimals.join('')}`)
}

function sumOf(values: readonly number[]): number {
  let total = 0
  let part = 0
  for (const value of values) {
    if (value >= 1000) {
      total += Math.max(part, 1) * value
      part = 0
    } else if (value === 100) part = Math.max(part, 1) * 100
    else if (value === 20 && part % 100 === 4) part += 76
    else part += value
  }
  return total + part
}

function vagueAt(tokens: readonly Token[], at: number, text: string): NumberWords | undefined {
  const token = itemAt(tokens, at)
  const place = { start: token.start, end: token.end, value: undefined, isVague: true }
  if (ROMAN.test(token.text)) return place
  if (/^\s?-?check/i.test(text.slice(token.end, token.end + 7))) return undefined
  const previous = tokens[at - 1]
  const isCounted = (isNumber(previous) || previous?.folded === 'a' || previous?.folded === 'the') && isGap(text, previous, token)
  const isPart = /^\s(?:part|partie|parte)s?(?!\p{L})/iu.test(text.slice(token.end, token.end + 9))
  const quantity = quantityOf(token, isCounted || isPart)
  return quantity && { ...place, ...quantity }
}
