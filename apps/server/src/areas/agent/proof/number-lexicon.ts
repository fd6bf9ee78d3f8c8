import { foldWord, SPOKEN_LANGUAGES, type SpokenLanguage } from './fold-word.ts'

/** `value form/form`, one language per line. Forms are folded. */
const CARDINALS: Readonly<Record<SpokenLanguage, string>> = {
  en: `0 zero/nil/nought/naught|1 one|2 two/couple|3 three|4 four|5 five|6 six|7 seven|8 eight|9 nine|10 ten|11 eleven|12 twelve/dozen/dozens|13 thirteen
    |14 fourteen|15 fifteen|16 sixteen|17 seventeen|18 eighteen|19 nineteen|20 twenty/score|30 thirty|40 forty/fourty|50 fifty|60 sixty|70 seventy
    |80 eighty|90 ninety|100 hundred/hundreds|1e3 thousand/thousands|1e6 million/millions|1e9 billion/billions|1e12 trillion/trillions`,
  de: `0 null|2 zwei/zwo|3 drei|4 vier|5 fünf/fuenf|6 sechs|7 sieben|8 acht|9 neun|10 zehn|11 elf|12 zwölf/zwoelf/dutzend/dutzende|13 dreizehn|14 vierzehn
    |15 fünfzehn/fuenfzehn|16 sechzehn|17 siebzehn|18 achtzehn|19 neunzehn|20 zwanzig|30 dreißig/dreissig|40 vierzig|50 fünfzig/fuenfzig|60 sechzig
    |70 siebzig|80 achtzig|90 neunzig|100 hundert/hunderte/hunderten|1e3 tausend/tausende/tausenden|1e6 million/millionen|1e9 milliarde/milliarden
    |1e12 billion/billionen|1.5 anderthalb|0.5 einhalb`,
  fr: `0 zéro|2 deux|3 trois|4 quatre|5 cinq|6 six|7 sept|8 huit|9 neuf|10 dix/dizaine/dizaines|11 onze|12 douze/douzaine|13 treize|14 quatorze
    |15 quinze/quinzaine|16 seize|20 vingt/vingts/vingtaine|30 trente/trentaine|40 quarante/quarantaine|50 cinquante/cinquantaine
    |60 soixante/soixantaine|70 septante|80 huitante/octante/quatrevingt/quatrevingts|90 nonante|100 cent/cents/centaine/centaines
    |1e3 mille/millier/milliers|1e6 million/millions|1e9 milliard/milliards`,
  es: `0 cero|2 dos|3 tres|4 cuatro|5 cinco|6 seis|7 siete|8 ocho|9 nueve|10 diez/decena/decenas|11 once|12 doce/docena/docenas|13 trece|14 catorce
    |15 quince|16 dieciséis|17 diecisiete|18 dieciocho|19 diecinueve|20 veinte|30 treinta|40 cuarenta|50 cincuenta|60 sesenta|70 setenta
    |80 ochenta|90 noventa|100 cien/ciento/cientos/centenar/centenares|200 doscientos/doscientas|300 trescientos/trescientas
    |400 cuatrocientos/cuatrocientas|500 quinientos/quinientas|600 seiscientos/seiscientas|700 setecientos/setecientas
    |800 ochocientos/ochocientas|900 novecientos/novecientas|1e3 mil/miles/millar/millares|1e6 millón/millones`,
  pt: `0 zero|2 dois/duas|3 três|4 quatro|5 cinco|6 seis|7 sete|8 oito|9 nove|10 dez/dezena/dezenas|11 onze|12 doze/dúzia/dúzias|13 treze
    |14 catorze/quatorze|15 quinze|16 dezesseis/dezasseis|17 dezessete/dezassete|18 dezoito|19 dezenove/dezanove|20 vinte|30 trinta
    |40 quarenta|50 cinquenta|60 sessenta|70 setenta|80 oitenta|90 noventa|100 cem/cento/centena/centenas|200 duzentos/duzentas
    |300 trezentos/trezentas|400 quatrocentos/quatrocentas|500 quinhentos/quinhentas|600 seiscentos/seiscentas|700 setecentos/setecentas
    |800 oitocentos/oitocentas|900 novecentos/novecentas|1e3 mil/milhar/milhares|1e6 milhão/milhões|1e9 bilhão/bilhões/bilião/biliões`,
  it: `0 zero|2 due|3 tre|4 quattro|5 cinque|6 sei|7 sette|8 otto|9 nove|10 dieci/decina/decine|11 undici|12 dodici/dozzina|13 tredici
    |14 quattordici|15 quindici|16 sedici|17 diciassette|18 diciotto|19 diciannove|20 venti/ventina|30 trenta/trentina|40 quaranta
    |50 cinquanta/cinquantina|60 sessanta|70 settanta|80 ottanta|90 novanta|100 cento/centinaio/centinaia
    |1e3 mille/mila/migliaio/migliaia|1e6 milione/milioni|1e9 miliardo/miliardi`,
  ru: `0 ноль/нуль/ноля/нуля|2 два/две/двух/двум/двумя|3 три/трех/трем/тремя|4 четыре/четырех/четырем/четырьмя|5 пять/пяти/пятью|6 шесть/шести/шестью
    |7 семь/семи|8 восемь/восьми/восемью|9 девять/девяти/девятью|10 десять/десяти/десятью/десяток/десятка/десятков|11 одиннадцать/одиннадцати
    |12 двенадцать/двенадцати/дюжина/дюжину|13 тринадцать/тринадцати|14 четырнадцать/четырнадцати|15 пятнадцать/пятнадцати
    |16 шестнадцать/шестнадцати|17 семнадцать/семнадцати|18 восемнадцать/восемнадцати|19 девятнадцать/девятнадцати
    |20 двадцать/двадцати/двадцатью|30 тридцать/тридцати/тридцатью|40 сорок/сорока|50 пятьдесят/пятидесяти|60 шестьдесят/шестидесяти
    |70 семьдесят/семидесяти|80 восемьдесят/восьмидесяти|90 девяносто/девяноста|100 сто/ста/сотня/сотни/сотню/сотен
    |200 двести/двухсот|300 триста/трехсот|400 четыреста/четырехсот|500 пятьсот/пятисот|600 шестьсот/шестисот|700 семьсот/семисот
    |800 восемьсот/восьмисот|900 девятьсот/девятисот|1e3 тысяча/тысячи/тысяч/тысячу/тысячам/тысячами/тысячей
    |1e6 миллион/миллиона/миллионов/миллиону/миллионам|1e9 миллиард/миллиарда/миллиардов|1.5 полтора/полторы/полутора`,
}

/** Forms used only in compounds: `einundzwanzig`, `ventuno`, `veintidós`, `полмиллиона`. */
const JOINED: Readonly<Partial<Record<SpokenLanguage, string>>> = {
  de: '0 und|1 ein/eins',
  es: '0 y/i|20 veinti|30 treintai|1 uno/un/una',
  it: '20 vent|30 trent|40 quarant|50 cinquant|60 sessant|70 settant|80 ottant|90 novant|1 uno/un',
  ru: '0.5 пол/полу',
}

/** Suffixes: `eightyish`, `zehnfach`, `двадцатого`. Ordinals up to twelve, such as `zweite`, are harmless. */
const ENDINGS: Readonly<Record<SpokenLanguage, string>> = {
  en: 'ish/fold/odd/plus/some/s/th/ths/ieth',
  de: 'fach/fache/fachen/mal/stel/ste/sten/ster/stes/te/ten/ter/tes/er/ige/igen/prozentig/prozentige/prozentigen/stellig/stellige/stelligen/stelliger/stelliges',
  fr: 'ieme/iemes/aine/aines',
  es: 'avo/avos/ava/avas',
  pt: 'avo/avos',
  it: 'esimo/esima/esimi/esime',
  ru: 'процентный/процентная/процентное/процентного/процентной/кратно/кратный/значный/значная/значное/значной/значным/значную',
}

/** Number words missing from the lists; no value needed, because none of them may remain. */
const INEXACT = new Set(
  `twenties thirties forties fifties sixties seventies eighties nineties twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth twelfth
  двадцатое двадцатого двадцатый тридцатое тридцатого тридцатый сорокового пятидесятого`
    .split(/\s+/)
    .map(foldWord),
)

/** Numbers that are common words in other languages: in those, they count only directly before a unit. */
const EVERYDAY: ReadonlyMap<string, readonly SpokenLanguage[]> = new Map<string, readonly SpokenLanguage[]>([
  ['once', ['en']],
  ['dos', ['pt']],
  ['due', ['en']],
  ['sei', ['de', 'pt']],
  ['cent', ['en', 'de', 'it']],
  ['cents', ['en', 'de', 'fr', 'it']],
  ['elf', ['en']],
  ['null', ['en']],
  ['tres', ['fr']],
  ['sept', ['en']],
  ['score', ['en', 'fr']],
  ['doce', ['pt']],
  ['mille', ['en']],
  ['seize', ['en']],
])

const LONGEST_FORM = 20
/** Longer letter sequences are not analyzed. */
export const LONGEST_WORD = 80

type Forms = ReadonlyMap<string, number>
const formsOf = (list: string): [string, number][] =>
  list.split('|').flatMap((entry) => {
    const [value = '', forms = ''] = entry.trim().split(' ')
    return forms.split('/').map((form): [string, number] => [foldWord(form), Number(value)])
  })

const WHOLE: Forms = new Map(SPOKEN_LANGUAGES.flatMap((language) => formsOf(CARDINALS[language])).toReversed())
const PARTS = new Map(
  SPOKEN_LANGUAGES.map((language): [SpokenLanguage, Forms] => {
    const joined = JOINED[language]
    return [language, new Map([...formsOf(CARDINALS[language]), ...(joined === undefined ? [] : formsOf(joined))])]
  }),
)
const ENDS = new Map(SPOKEN_LANGUAGES.map((language) => [language, ENDINGS[language].split('/').map(foldWord)]))

const ALL_FORMS = new Set([...INEXACT, ...[...PARTS.values()].flatMap((forms) => [...forms.keys()])])
const BEGINNINGS = new Set([...ALL_FORMS].flatMap((form) => Array.from({ length: form.length }, (_, at) => form.slice(0, at + 1))))
const SHORTEST_PART = 3

/** Whether an incomplete word may become a number: it is a prefix of one, or starts with one. */
export function mayBecomeNumber(folded: string): boolean {
  return BEGINNINGS.has(folded) || beginsWithNumber(folded)
}

function beginsWithNumber(folded: string): boolean {
  for (let end = SHORTEST_PART; end <= Math.min(folded.length, LONGEST_FORM); end += 1) if (ALL_FORMS.has(folded.slice(0, end))) return true
  return false
}

/** Component values, empty if undeterminable; and the languages in which it is a common word. */
export type NumberWord = { readonly values: readonly number[]; readonly everydayIn?: readonly SpokenLanguage[] }

export function numberWord(folded: string): NumberWord | undefined {
  if (INEXACT.has(folded)) return { values: [] }
  const value = WHOLE.get(folded)
  const everydayIn = EVERYDAY.get(folded)
  if (value !== undefined) return { values: [value], ...(everydayIn && { everydayIn }) }
  if (folded.length < 4 || folded.length > LONGEST_WORD || !beginsWithNumber(folded)) return undefined
  for (const language of SPOKEN_LANGUAGES) {
    const values = compoundOf(folded, language)
    if (values !== undefined) return { values }
  }
  return undefined
}

/** `fünfhundertdreißig`: 5, 100, 30. A suffix may follow; a small number with one is an ordinal, not a number. */
function compoundOf(word: string, language: SpokenLanguage): readonly number[] | undefined {
  const whole = partsOf(word, language)
  if (whole !== undefined) return whole.length > 1 ? whole : undefined
  for (const ending of ENDS.get(language) ?? []) {
    if (!word.endsWith(ending)) continue
    const values = partsOf(word.slice(0, -ending.length), language)
    if (values !== undefined && (values.length > 1 || (values[0] ?? 0) > 12 || /ish|fold|fach|mal|stellig|кратн|значн/.test(ending)))
      return []
  }
  return undefined
}

function partsOf(word: string, language: SpokenLanguage): number[] | undefined {
  const forms = PARTS.get(language)
  const ways: (readonly number[] | undefined)[] = Array.from({ length: word.length + 1 })
  ways[word.length] = []
  for (let start = word.length - 1; start >= 0; start -= 1)
    for (let end = Math.min(word.length, start + LONGEST_FORM); end > start && ways[start] === undefined; end -= 1) {
      const [rest, value] = [ways[end], forms?.get(word.slice(start, end))]
      if (rest !== undefined && value !== undefined) ways[start] = [value, ...rest]
    }
  const values = ways[0]
  return values?.some((value) => value >= 1 && value !== 1) === true ? [...values] : undefined
}
