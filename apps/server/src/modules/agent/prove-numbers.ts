import { dateWordsAt, monthAt } from './date-words.ts'
import { areHoursKnown, isPercentKnown, isPriceKnown, type NumberFacts, type Written } from './number-facts.ts'
import { endsInNumberWord, numberWords } from './number-words.ts'

/** A text with every number that no tool said struck out (`~~64,000~~`). */
export type Proven = { readonly text: string; readonly struck: number }

type Found = { readonly start: number; readonly end: number; readonly isKnown: boolean }

/** What follows a number decides what it counts; within so many characters all of it is there. */
const LOOK_AHEAD = 24

/**
 * Strikes out the numbers of a model's text that are not in `facts`.
 *
 * @param isWhole false while the text is still being streamed: a number at its end, which may go on, is held back
 */
export function proveNumbers(raw: string, facts: NumberFacts, { isWhole }: { readonly isWhole: boolean }): Proven {
  const text = readable(raw)
  const found = findNumbers(text, facts)
  const end = isWhole ? text.length : settledEnd(text, found)
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
  return { text: proven + text.slice(place, end), struck }
}

/** Hides nothing and hints at nothing: no invisible characters, no digits of other scripts, no strike-outs or entities of the model's own. */
function readable(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/(?<=\d)[，](?=\d)/g, ',')
    .replaceAll(/(?<=\d)[．](?=\d)/g, '.')
    .replaceAll('~', '≈')
    .replaceAll(/&(?=#?[a-z0-9]+;)/gi, '&amp;')
}

const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\ufe0f/gu
const MATHEMATICAL_DIGITS = 0x1d7ce

/** Digits of every script stand in rows of ten, from 0 to 9. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  if (code >= MATHEMATICAL_DIGITS) return String((code - MATHEMATICAL_DIGITS) % 10)
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}

/** Digits with separators, or a number that is one character (½, Ⅳ, ④). */
const NUMBER = /\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d(?:[\d.,]*\d)?|[\p{No}\p{Nl}]+/gu

/** Every number by place; where two overlap, the one that begins first. */
function findNumbers(text: string, facts: NumberFacts): Found[] {
  const all = numberWords(text).map((words) => wordsFound(text, words, facts))
  for (const place of places(text)) {
    const one = dateFound(text, place, facts) ?? numberFound(text, place, facts)
    if (one !== undefined) all.push(one)
  }
  let end = 0
  return all
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((one) => {
      if (one.start < end) return false
      end = one.end
      return true
    })
}

/** Where a number may begin: at a digit that follows none, and at the name of a month. */
function places(text: string): number[] {
  const all: number[] = []
  for (const match of text.matchAll(/(?<![\p{Nd}\p{No}\p{Nl}])[\p{Nd}\p{No}\p{Nl}]|(?<!\p{L})\p{L}{3,}/gu))
    if (/[\p{N}]/u.test(match[0]) || monthAt(text, match.index)) all.push(match.index)
  return all
}

function dateFound(text: string, place: number, { moments }: NumberFacts): Found | undefined {
  const words = dateWordsAt(text, place)
  return words && { start: place, end: place + words.length, isKnown: words.isOneOf(moments) }
}

function numberFound(text: string, place: number, facts: NumberFacts): Found | undefined {
  NUMBER.lastIndex = place
  const match = NUMBER.exec(text)
  if (match === null || match.index !== place) return undefined
  const end = place + match[0].length
  const before = text.slice(Math.max(0, place - LOOK_AHEAD), place)
  const after = text.slice(end, end + LOOK_AHEAD)
  const scale = SCALE.exec(after)?.[0].length ?? 0
  return {
    start: place,
    end: end + scale,
    isKnown: isName(before, match[0], after) || isListMark(text, place, match[0], after) || isKnown(match[0], { before, after }, facts),
  }
}

/** Names that are written with digits. */
const NAMES = /^(?:erc-?\d{2,4}|web[23]|l[12]|spx6900|24\/7)$/i

function isName(before: string, digits: string, after: string): boolean {
  const start = /[\p{L}\p{N}/-]*$/u.exec(before)?.[0] ?? ''
  const rest = /^[\p{L}\p{N}/-]*/u.exec(after)?.[0] ?? ''
  return NAMES.test(`${start}${digits}${rest}`)
}

const LONGEST_LIST = 20

const isListMark = (text: string, place: number, digits: string, after: string): boolean =>
  /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', place) + 1, place)) &&
  /^\d{1,2}$/.test(digits) &&
  Number(digits) <= LONGEST_LIST &&
  /^[.)] /.test(after)

type Around = { readonly before: string; readonly after: string }

const PERCENT = /^\s?(?:%|％|per\s?cent|percent|pct|prozent|pour\s?cent|por\s?ciento|por\s?cento|per\s?cento|процент)/iu
const HOURS = /^[\s-]?(?:h|hrs?|hours?|hourly|stunden?|heures?|horas?|or[ae]|час\p{L}*|ч|(?:个|個)?小时|小時)(?!\p{L})/iu
const HOURS_ZH = /^\s?(?:个|個)?小[时時]/u
const DAYS = /^[\s-]?(?:days?|tagen?|jours?|d[ií]as?|giorn[oi]|дн\p{L}*|день|天)(?!\p{L})/iu
const SCALE =
  /^\s?(k|tsd\.?|tausend|mille|mila|mil|thousand|тыс\.?|mio\.?|mn|m|million(?:en|s)?|млн|bn|b|billion|mrd\.?|млрд|千|万|亿)(?![\p{Script=Latin}\p{Script=Cyrillic}])/iu
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  tsd: 1e3,
  tausend: 1e3,
  mille: 1e3,
  mila: 1e3,
  mil: 1e3,
  thousand: 1e3,
  тыс: 1e3,
  千: 1e3,
  万: 1e4,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  млн: 1e6,
  亿: 1e8,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  mrd: 1e9,
  млрд: 1e9,
}

/** Whether a number is known as what it counts: percent, hours, or else a price. */
function isKnown(digits: string, { before, after }: Around, facts: NumberFacts): boolean {
  const written = readingsOf(digits)
  if (PERCENT.test(after) || /百分之\s?$/u.test(before)) return isPercentKnown(written, signOf(before), facts)
  if (HOURS.test(after) || HOURS_ZH.test(after)) return areHoursKnown(written, facts)
  if (DAYS.test(after))
    return areHoursKnown(
      written.map(({ value, step }) => ({ value: value * 24, step: step * 24 })),
      facts,
    )
  const scale = SCALES[SCALE.exec(after)?.[1]?.toLowerCase().replace(/\.$/, '') ?? ''] ?? 1
  return isPriceKnown(
    written.map(({ value, step }) => ({ value: value * scale, step: step * scale })),
    facts,
  )
}

/** A sign that belongs to the number; a dash between words is none. */
function signOf(before: string): '+' | '-' | undefined {
  const sign = /(?:^|[\s(])([+\-−–])$/u.exec(before)?.[1]
  if (sign === undefined) return undefined
  return sign === '+' ? '+' : '-'
}

/** What digits with separators may mean: 64.000 is sixty-four thousand to some and sixty-four to others. */
function readingsOf(digits: string): Written[] {
  const plain = digits.replaceAll(/[ \u00a0\u202f'’]/g, '')
  if (!/^[\d.,]+$/.test(plain)) return []
  return [readingWith(plain, ','), readingWith(plain, '.')].filter((reading) => reading !== undefined)
}

/** The number where `group` parts thousands and the other sign begins the decimals. */
function readingWith(plain: string, group: ',' | '.'): Written | undefined {
  const [whole = '', decimals = '', ...rest] = plain.split(group === ',' ? '.' : ',')
  const groups = whole.split(group)
  const isGrouped = groups.length === 1 || (groups.slice(1).every((each) => each.length === 3) && groups[0]!.length <= 3)
  if (rest.length > 0 || !isGrouped || decimals.includes(group)) return undefined
  return { value: Number(`${groups.join('')}.${decimals || '0'}`), step: 10 ** -decimals.length }
}

type Words = ReturnType<typeof numberWords>[number]

function wordsFound(text: string, { start, end, value, isSpoken }: Words, facts: NumberFacts): Found {
  const [before, after] = [text.slice(Math.max(0, start - LOOK_AHEAD), start), text.slice(end, end + LOOK_AHEAD)]
  const counts =
    PERCENT.test(after) || HOURS.test(after) || DAYS.test(after) || SCALE.test(after) || /^\s?(?:dollars?|usdt?|bucks|cents?)/i.test(after)
  if (isSpoken && !counts) return { start, end, isKnown: true }
  return { start, end, isKnown: value !== undefined && isKnown(String(value), { before, after }, facts) }
}

/** Up to where nothing that follows can change what is shown. */
function settledEnd(text: string, found: readonly Found[]): number {
  const open = found.find(({ end }) => end > text.length - LOOK_AHEAD)
  if (open !== undefined) return open.start
  const word = endsInNumberWord(text) || /&#?\w*$/.test(text) ? /[\p{L}&#\w]+$/u.exec(text) : null
  return word === null ? text.length : word.index
}
