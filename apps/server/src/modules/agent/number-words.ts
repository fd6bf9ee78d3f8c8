/** Numbers in words: of English all, of the other languages those that name a size. Models are told to write digits. */

const UNITS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
] as const
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const
const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 }
const VALUES: ReadonlyMap<string, number> = new Map<string, number>([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
  ...Object.entries(SCALES),
])
const WORD = [...VALUES.keys()].sort((a, b) => b.length - a.length).join('|')
const ENGLISH = new RegExp(String.raw`(?<!\p{L})(?:${WORD})(?:(?:[\s-]+|\s+and\s+|\s+point\s+)(?:${WORD}))*(?!\p{L})`, 'giu')
/** Words that say a size in other languages, with the word before them. */
const OTHER =
  /(?<!\p{L})(?:\p{L}+\s+)?(?:\p{L}*tausend\p{L}*|mille|mila|\p{L}*mila|mil|millionen|millones?|milhões|milhão|milioni|milione|миллион\p{L}*|миллиард\p{L}*|тысяч\p{L}*)(?!\p{L})/giu
const CHINESE = /[零〇一二两三四五六七八九十百千万亿点]{2,}/gu
/** Chinese words that are written with numerals and are none. */
const CHINESE_WORDS: ReadonlySet<string> = new Set(['万一', '一一', '千万', '百千'])
/** Up to here a number in words is how one speaks: "one of two coins". Where a unit follows, it counts. */
const SPOKEN_MAX = 12

export type NumberWords = { readonly start: number; readonly end: number; readonly value: number | undefined; readonly isSpoken: boolean }

/** Every number in words, by place; `value` where it could be worked out. */
export function numberWords(text: string): NumberWords[] {
  const found: NumberWords[] = []
  for (const match of text.matchAll(ENGLISH)) {
    // "64 thousand" is a number in digits.
    if (/\d[\s-]?$/.test(text.slice(Math.max(0, match.index - 2), match.index))) continue
    const value = englishValue(match[0])
    found.push({ start: match.index, end: match.index + match[0].length, value, isSpoken: value !== undefined && value <= SPOKEN_MAX })
  }
  for (const match of text.matchAll(OTHER))
    found.push({ start: match.index, end: match.index + match[0].length, value: undefined, isSpoken: false })
  for (const match of text.matchAll(CHINESE))
    if (/[十百千万亿]/u.test(match[0]) && !CHINESE_WORDS.has(match[0]))
      found.push({ start: match.index, end: match.index + match[0].length, value: chineseValue(match[0]), isSpoken: false })
  return found
}

function englishValue(words: string): number | undefined {
  const [whole = '', decimals] = words.toLowerCase().split(/\s+point\s+/)
  let total = 0
  let part = 0
  for (const word of whole.split(/[\s-]+/).filter((each) => each !== 'and')) {
    const value = VALUES.get(word)
    if (value === undefined) return undefined
    if (SCALES[word] === undefined) part += value
    else if (value === 100) part = Math.max(part, 1) * 100
    else {
      total += Math.max(part, 1) * value
      part = 0
    }
  }
  const digits = decimals?.split(/[\s-]+/).map((word) => VALUES.get(word))
  return total + part + (digits === undefined ? 0 : Number(`0.${digits.join('')}`))
}

const NUMERALS = '零一二三四五六七八九'
const CHINESE_SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1e3, 万: 1e4, 亿: 1e8 }

function chineseValue(numerals: string): number | undefined {
  const [whole = '', decimals = ''] = numerals.replaceAll('〇', '零').replaceAll('两', '二').split('点')
  let total = 0
  let section = 0
  let digit: number | undefined
  for (const numeral of whole) {
    const scale = CHINESE_SCALES[numeral]
    if (scale === undefined) digit = NUMERALS.indexOf(numeral)
    else if (scale >= 1e4) {
      total = (total + section + (digit ?? 0)) * scale
      section = 0
      digit = undefined
    } else {
      section += (digit ?? 1) * scale
      digit = undefined
    }
  }
  return (
    total + section + (digit ?? 0) + (decimals === '' ? 0 : Number(`0.${[...decimals].map((each) => NUMERALS.indexOf(each)).join('')}`))
  )
}

const BEGINNINGS = [...VALUES.keys(), 'mille', 'mila', 'mil', 'millionen', 'millones', 'milhões', 'тысяч', 'миллион', 'миллиард']

/** Whether a text ends in what may become a number in words. */
export function endsInNumberWord(text: string): boolean {
  const last = /(?:^|[^\p{L}])(\p{L}+)$/u.exec(text)?.[1]?.toLowerCase()
  return last !== undefined && BEGINNINGS.some((word) => word.startsWith(last) && word !== last)
}
