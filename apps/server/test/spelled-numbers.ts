/** Numbers in words, from 2 to 999,999, to test parsers of written numbers. */
type Speller = (value: number) => string

const words = (list: string): string[] => list.split(' ')
const pick = (list: readonly string[], at: number): string => list[at] ?? ''

type Rules = {
  readonly low: readonly string[]
  readonly tens: readonly string[]
  readonly two: (ten: number, one: number) => string
  readonly hundred: (hundreds: number) => string
  readonly thousand: (value: number, spell: Speller) => string
  readonly gap: string
}

function speller({ low, tens, two, hundred, thousand, gap }: Rules): Speller {
  const spell: Speller = (value) => {
    if (value >= 1000) return [thousand(Math.floor(value / 1000), spell), rest(value % 1000)].filter(Boolean).join(gap)
    if (value >= 100) return [hundred(Math.floor(value / 100)), rest(value % 100)].filter(Boolean).join(gap)
    if (value < low.length) return pick(low, value)
    return value % 10 === 0 ? pick(tens, value / 10) : two(Math.floor(value / 10), value % 10)
  }
  const rest: Speller = (value) => (value === 0 ? '' : spell(value))
  return spell
}

const EN = words(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
)
const EN_TENS = words('- - twenty thirty forty fifty sixty seventy eighty ninety')
const DE = words(
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
)
const DE_TENS = words('- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig')
const FR = words('zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf')
const FR_TENS = words('- - vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix')
const ES = words(
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
)
const ES_TENS = words('- - veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa')
const ES_HUNDREDS = words('- cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos')
const PT = words(
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
)
const PT_TENS = words('- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa')
const PT_HUNDREDS = words('- cem duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos')
const IT = words(
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
)
const IT_TENS = words('- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta')
const RU = words(
  'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
)
const RU_TENS = words('- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто')
const RU_HUNDREDS = words('- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот')
const ZH = [...'零一二三四五六七八九']

const frenchTens = (ten: number, one: number): string => {
  if (ten === 7 || ten === 9)
    return `${ten === 7 ? 'soixante' : 'quatre-vingt'}${one === 1 && ten === 7 ? ' et ' : '-'}${pick(FR, 10 + one)}`
  return one === 1 && ten !== 8 ? `${pick(FR_TENS, ten)} et un` : `${ten === 8 ? 'quatre-vingt' : pick(FR_TENS, ten)}-${pick(FR, one)}`
}

function chinese(value: number): string {
  if (value >= 10_000) return `${chinese(Math.floor(value / 10_000))}万${value % 10_000 === 0 ? '' : chinese(value % 10_000)}`
  return [...String(value)]
    .map((digit, at, all) => (digit === '0' ? '零' : `${pick(ZH, Number(digit))}${pick(['', '十', '百', '千'], all.length - 1 - at)}`))
    .join('')
    .replaceAll(/零+/g, '零')
    .replace(/(?<=.)零$/, '')
}

export const SPELLERS: Readonly<Record<string, Speller>> = {
  en: speller({
    low: EN,
    tens: EN_TENS,
    two: (ten, one) => `${pick(EN_TENS, ten)}-${pick(EN, one)}`,
    hundred: (hundreds) => `${pick(EN, hundreds)} hundred`,
    thousand: (value, spell) => `${spell(value)} thousand`,
    gap: ' ',
  }),
  de: speller({
    low: DE,
    tens: DE_TENS,
    two: (ten, one) => `${pick(DE, one)}und${pick(DE_TENS, ten)}`,
    hundred: (hundreds) => `${pick(DE, hundreds)}hundert`,
    thousand: (value, spell) => `${spell(value)}tausend`,
    gap: '',
  }),
  fr: speller({
    low: FR,
    tens: FR_TENS,
    two: frenchTens,
    hundred: (hundreds) => (hundreds === 1 ? 'cent' : `${pick(FR, hundreds)} cent`),
    thousand: (value, spell) => (value === 1 ? 'mille' : `${spell(value)} mille`),
    gap: ' ',
  }),
  es: speller({
    low: ES,
    tens: ES_TENS,
    two: (ten, one) => (ten === 2 ? `veinti${pick(ES, one)}` : `${pick(ES_TENS, ten)} y ${pick(ES, one)}`),
    hundred: (hundreds) => pick(ES_HUNDREDS, hundreds),
    thousand: (value, spell) => (value === 1 ? 'mil' : `${spell(value)} mil`),
    gap: ' ',
  }),
  pt: speller({
    low: PT,
    tens: PT_TENS,
    two: (ten, one) => `${pick(PT_TENS, ten)} e ${pick(PT, one)}`,
    hundred: (hundreds) => pick(PT_HUNDREDS, hundreds),
    thousand: (value, spell) => (value === 1 ? 'mil' : `${spell(value)} mil`),
    gap: ' e ',
  }),
  it: speller({
    low: IT,
    tens: IT_TENS,
    two: (ten, one) => `${one === 1 || one === 8 ? pick(IT_TENS, ten).slice(0, -1) : pick(IT_TENS, ten)}${pick(IT, one)}`,
    hundred: (hundreds) => (hundreds === 1 ? 'cento' : `${pick(IT, hundreds)}cento`),
    thousand: (value, spell) => (value === 1 ? 'mille' : `${spell(value)}mila`),
    gap: '',
  }),
  ru: speller({
    low: RU,
    tens: RU_TENS,
    two: (ten, one) => `${pick(RU_TENS, ten)} ${pick(RU, one)}`,
    hundred: (hundreds) => pick(RU_HUNDREDS, hundreds),
    thousand: (value, spell) => `${spell(value)} тысяч`,
    gap: ' ',
  }),
  zh: chinese,
}

/** The digit zero of every script. */
export const ZEROS: readonly string[] = Array.from({ length: 0x1fbfa }, (_, code) => String.fromCodePoint(code)).filter(
  (letter) => /^\p{Nd}$/u.test(letter) && !/^\p{Nd}$/u.test(String.fromCodePoint((letter.codePointAt(0) ?? 1) - 1)),
)

export const digitsIn = (zero: string, value: number): string =>
  [...String(value)].map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 48) + Number(digit))).join('')
