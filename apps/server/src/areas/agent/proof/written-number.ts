import type { WrittenNumber } from './number-facts.ts'

export type Unit = { readonly kind: 'percent' | 'time' | 'money' | 'other' | 'none'; readonly factor: number }

const NONE: Unit = { kind: 'none', factor: 1 }
const UNITS: readonly (readonly [Unit, RegExp])[] = [
  [{ kind: 'percent', factor: 1 }, /^[\s-]?(?:%|％|٪|﹪|per\s?cent|pct\b|prozent|pour\s?cent|por\s?cien|por\s?cento|percentual|процент)/iu],
  [
    { kind: 'time', factor: 1 },
    /^[\s-]?(?:(?:h|hrs?|hours?|hourly|stunden?|stündig\p{L}*|std|heures?|horas?|or[ae]|час\p{L}*|ч)(?![\p{Script=Latin}\p{Script=Cyrillic}])|(?:个|個)?(?:半)?小[时時]|(?:个|個)?(?:钟头|鐘頭))/iu,
  ],
  [
    { kind: 'time', factor: 1 / 60 },
    /^[\s-]?(?:(?:min|mins|minutes?|minuten|minut[oi]s?|минут\p{L}*|мин)(?![\p{Script=Latin}\p{Script=Cyrillic}])|分[钟鐘])/iu,
  ],
  [
    { kind: 'time', factor: 24 },
    /^[\s-]?(?:(?:days?|tagen?|jours?|journées?|d[ií]as?|giorn[oi]|дн\p{L}*|день|сут\p{L}*)(?!\p{L})|天|日(?!元))/iu,
  ],
  [
    { kind: 'time', factor: 168 },
    /^[\s-]?(?:(?:weeks?|wochen?|semaines?|semanas?|settiman[ae]|недел\p{L}*)(?!\p{L})|(?:个|個)?(?:周|週|星期))/iu,
  ],
  [
    { kind: 'time', factor: 720 },
    /^[\s-]?(?:(?:months?|monaten?|mois|mes(?:es)?|m[êe]s(?:es)?|mes[ei]|месяц\p{L}*)(?!\p{L})|(?:个|個)月)/iu,
  ],
  [
    { kind: 'money', factor: 1 },
    /^[\s-]?(?:[$€£¥₿]|(?:us[\s-]?)?(?:dollars?|dollari|dollaro|dólar(?:es)?|usd[tc]?|bucks?|quid|pence|cents?|euros?|eur|gbp|pounds?|yen)(?!\p{L})|доллар\p{L}*|евро|美[元金刀]|元|[块塊]|刀)/iu,
  ],
  [
    { kind: 'other', factor: 1 },
    /^[\s-]?(?:‰|‱|basis|bps?\b|times\b|fold\b|fach|mal\b|fois\b|veces\b|vezes\b|volte\b|раз(?:а)?(?!\p{L})|years?\b|jahren?\b|ans?\b|años?\b|anos?\b|ann[oi]\b|лет\b|год\p{L}*|年|成|倍|折|[点點](?!\p{L}))/iu,
  ],
]

export function unitAfter(after: string): Unit {
  for (const [unit, pattern] of UNITS) if (pattern.test(after)) return unit
  return NONE
}

const SCALE =
  /^\s?(k|tsd\.?|tausend|mille|mila|mil|thousand|тыс\.?|mio\.?|mn|m|million(?:en|s)?|млн|bn|b|billion|mrd\.?|млрд|千|万|亿)(?![\p{Script=Latin}\p{Script=Cyrillic}])/iu
const SCALES = new Map<string, number>(
  [
    ['k|tsd|tausend|mille|mila|mil|thousand|тыс|千', 1e3],
    ['万', 1e4],
    ['m|mn|mio|million|millions|millionen|млн', 1e6],
    ['亿', 1e8],
    ['b|bn|billion|mrd|млрд', 1e9],
  ].flatMap(([names, factor]) =>
    String(names)
      .split('|')
      .map((name): [string, number] => [name, Number(factor)]),
  ),
)

export function scaleAfter(after: string): { readonly length: number; readonly factor: number } {
  const [words = '', name = ''] = SCALE.exec(after) ?? []
  return { length: words.length, factor: SCALES.get(name.toLowerCase().replace(/\.$/, '')) ?? 1 }
}

/** Possible values of digits with separators: 64.000 is sixty-four thousand or sixty-four, depending on locale. */
export function readingsOf(digits: string): WrittenNumber[] {
  const plain = digits.replaceAll(/[ \u00a0\u202f'’]/g, '')
  if (!/^[\d.,]+$/.test(plain)) return []
  return [readingWith(plain, ','), readingWith(plain, '.')].filter((reading) => reading !== undefined)
}

function readingWith(plain: string, group: ',' | '.'): WrittenNumber | undefined {
  const [whole = '', decimals = '', ...rest] = plain.split(group === ',' ? '.' : ',')
  const groups = whole.split(group)
  const isGrouped = groups.length === 1 || (groups.slice(1).every((each) => each.length === 3) && (groups[0] ?? '').length <= 3)
  if (rest.length > 0 || !isGrouped || decimals.includes(group)) return undefined
  return { value: Number(`${groups.join('')}.${decimals || '0'}`), step: 10 ** -decimals.length }
}

export const scaled = (written: readonly WrittenNumber[], factor: number): WrittenNumber[] =>
  written.map(({ value, step }) => ({ value: value * factor, step: step * factor }))

/** A number in words has the precision of its last digit. */
export const writtenOf = (value: number): WrittenNumber[] => readingsOf(String(value))
