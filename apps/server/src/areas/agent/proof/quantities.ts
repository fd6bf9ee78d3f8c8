import { type SpokenLanguage, stemTest } from './fold-word.ts'

/** Fractions, multiples, periods, amounts of money, even odds. Folded, so `й` is `и`; a stem ending in `$` is a whole word. */
const MULTIPLES =
  `double$|doubles$|doubled$|doubling$|treble$|trebles$|trebled$|trebling$|triple$|triples$|tripled$|tripling$|quadrupl|quintupl|sextupl|septupl
  |octupl|decupl|centupl|halve$|halves$|halved$|halving$|twice$|thrice$|twofold|threefold|manifold$|multifold
  |verdoppel|verdreifach|vervierfach|verfunffach|versechsfach|versiebenfach|verachtfach|verneunfach|verzehnfach|verhundertfach|vervielfach
  |halbier|doppelt|gedrittelt|geviertelt|drittelt|viertelte|dopplung|verdopplung
  |doublent$|doublera$|doubler$|doublez$|doublait$|doublement$|triplent$|tripler$|triplez$|triplera$|quadrupl
  |duplic|triplic|cuadruplic|quadruplic|quintuplic|decuplic|doble$|dobles$|doblado$|doblar$|doblara$|dobrou$|dobrar|dobro$|dobra$
  |raddoppi|doppio$|doppia$|triplo$|triplicat|dimezz
  |удвои|удвое|удваи|утрои|утроил|утроен|утраи|учетвер|упятер|удесятер|двукратн|двухкратн|трехкратн|четырехкратн|пятикратн|десятикратн|вдвое$
  |втрое$|вчетверо$|впятеро$|вшестеро$|всемеро$|ввосьмеро$|вдевятеро$|вдесятеро$|вполовину$|наполовину$|пополам$|разы$`.replaceAll(
    /\s+/g,
    '',
  )
const HALVES =
  'half$|halb$|halbe$|halben$|halber$|halbes$|halfte$|halften$|demi$|demie$|moitie$|moities$|medio$|media$|mitad$|mitades$|meio$|meia$|metade$|metades$|mezzo$|mezza$|половина$|половину$|половины$|половиной$|половинои$|половине$'
const PARTS =
  'terc$|meitat$|viertel$|vierteln$|dreiviertel$|drittel$|dritteln$|funftel$|sechstel$|achtel$|zehntel$|hundertstel$|четверть$|четверти$|четвертью$|четвертей$|четвертеи$|треть$|трети$|третью$|третеи$'
/** Fractions that are also ordinals, rooms or quarters: only after a number or an article. */
const PARTS_OR_ORDINALS =
  'quarter$|quarters$|third$|thirds$|fourth$|fourths$|fifth$|fifths$|sixth$|sixths$|seventh$|eighth$|eighths$|ninth$|tenth$|tenths$|hundredth$|tiers$|quart$|quarts$|cinquieme$|dixieme$|cuarto$|cuartos$|cuarta$|cuartas$|tercio$|tercios$|tercera$|quinto$|quintos$|decima$|terco$|tercos$|quarto$|quartos$|terzo$|terzi$|quarti$'
const PERIODS =
  `decade$|decades$|century$|centuries$|jahrzehnt|jahrhundert|halbjahr|quartal$|quartals$|quartale|viertelstund|dreiviertelstund|halbstund|trimestre
  |semestre|decennie|siecle|quinzena$|quincena$|quincenas$|quindicin|bimestre|decada$|decadas$|siglo$|siglos$|seculo$|seculos$|secolo$|secoli$
  |decennio$|decenni$|quinquen|декад|полгода$|полчаса$|получас|полдня$|полмесяца$|полнедели$|mezzora$|десятилети|полвека$|столети`.replaceAll(
    /\s+/g,
    '',
  )
const FORTNIGHT = /^fortnight(?:s|ly)?$/
const FORTNIGHT_HOURS = 336
const MONEY =
  'tenner$|tenners$|fiver$|fivers$|dime$|dimes$|nickel$|nickels$|penny$|pennies$|riese$|riesen$|tausender$|hunderter$|косар|полтинник|червонец|червонца|чирик$|лям$|ляма$|лямов$|сотка$|сотку$|сотки$|соток$|пятихатк|luca$|lucas$|paus$'
/** Amounts of money that are common words in some languages. */
const EVERYDAY_MONEY: ReadonlyMap<string, readonly SpokenLanguage[]> = new Map<string, readonly SpokenLanguage[]>([
  ['conto', ['it']],
  ['contos', []],
  ['palo', ['it']],
  ['palos', []],
])
const CHANCES = /\b(?:coin[ -](?:flip|toss)|toss-?up|even (?:odds|money|chances?)|odds (?:are|stay) even|halbe-halbe|parity)\b|паритет/giu
const PARITY = 'parity$|paritat$|parite$|paridad$|paridade$|parita$|паритет'

const isMultiple = stemTest(MULTIPLES)
const isPart = stemTest(PARTS)
const isPeriod = stemTest(PERIODS)
const isMoney = stemTest(MONEY)
const isParity = stemTest(PARITY)
const isHalfWord = stemTest(HALVES)
export const isFraction = stemTest(`${PARTS}|${PARTS_OR_ORDINALS}`)

/** Italian "metà" requires its accent: without it, it is a company. */
export const isHalf = (folded: string, text = ''): boolean =>
  isHalfWord(folded) || (folded === 'meta' && text.normalize('NFC').toLowerCase().endsWith('à'))
/** Also means an average or a middle. */
const MEAN = /^me(?:di|zz|i)/

export type Quantity = { readonly value?: number; readonly hours?: number; readonly everydayIn?: readonly SpokenLanguage[] }

type Word = { readonly text: string; readonly folded: string }

export function quantityOf({ text, folded }: Word, isCounted: boolean): Quantity | undefined {
  if (isMultiple(folded) || isPart(folded) || isMoney(folded) || isParity(folded)) return {}
  if (isHalf(folded, text) || text === '半') return { value: 0.5, ...(MEAN.test(folded) && { everydayIn: ['es', 'pt', 'it'] }) }
  if (FORTNIGHT.test(folded)) return { hours: FORTNIGHT_HOURS }
  if (isPeriod(folded)) return {}
  const everydayIn = EVERYDAY_MONEY.get(folded)
  if (everydayIn !== undefined) return { everydayIn }
  return isCounted && isFraction(folded) ? {} : undefined
}

/**
 * Number words of languages whose sentences are withheld: Dutch and Afrikaans, Scandinavian, Slavic, Turkic, Finnish and Estonian,
 * Hungarian, Romanian, Malay, Swahili, Filipino, Catalan, Vietnamese.
 */
const FOREIGN =
  `twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|honderd|duizend|sewentig|vyftig|duisend|helft$|verdubbel|halveer|gehalveer
  |tjugo|trettio|fyrtio|femtio|sextio|sjuttio|attio|nittio|hundra|tusen|hundrede|tusind|halvfjerds|halvtreds|tredive|syttito|femti$|seksti$|sytti$
  |atti$|nitti$|halften$|halvdel|fordobl|fordubbl|halvert
  |dziesi|dziewi|siedem|osiem|tysiac|tysiec|polowe$|polowa$|podwoi|deset|dvacet|tricet|ctyricet|padesat|sedesat|sedmdesat|osmdesat|devadesat|tisic
  |dvadeset|trideset|cetrdeset|pedeset|sezdeset|sedamdeset|osamdeset|hiljad|tisuc|tisoc|polovic|polovin|удвічі$|тисяч$|сімдесят|десять$|хиляди$|десет$
  |седемдесет|вполовин
  |yetmis|seksen$|doksan|altmis|otuz$|yirmi|milyon|yarisi|iki$|kat$
  |kymmen|tuhat|tuhan|seitseman|kahdeksan|yhdeksan|puolet$|kaksinkertais|seitse$|kumme$
  |harminc|negyven|otven|hatvan|hetven|nyolcvan|kilencven|szaz|ezer$|negyed|megdupl
  |zeci$|douazeci|saptezeci|jumatate|sferturi|dublat$
  |puluh$|ratus$|ribu$|juta$|belas$|sembilan$|delapan$|tujuh$|setengah|seperempat
  |ishirini$|thelathini$|arobaini$|hamsini$|sitini$|sabini$|themanini$|tisini$|elfu$|nusu$|libong$|pitumpu|sampu|kalahati
  |vuitanta|seixanta|noranta|setanta|muoi$|nghin$|trieu$`.replaceAll(/\s+/g, '')
export const isForeignNumber = stemTest(FOREIGN)

export type Stretch = { readonly start: number; readonly end: number; readonly isOne?: boolean; readonly isUnit?: boolean }

const CHINESE =
  /翻了?(?:[一两兩幾几]?[倍番])|倍增|成倍|加倍|[双雙]倍|[腰拦攔]+[斩斬]|[减減折]半|[对對]半|一半|五五[开開]|半[价價]|[数數几幾][十百千万萬亿億]+|[上过過破近逾超][十百千万萬亿億]+|十[几幾来來多]|[百千万萬亿億](?=[元美块塊多余餘])/gu
/** "A grand" and "ten grand", but not "a grand idea". */
const GRAND =
  /(?<=(?:^|[\s(])(?:an?|the|few|couple|half|cool|hundred|\d[\d.,]*|\p{L}{2,9}(?:een|ty|en|wo|ree|our|ive|ix|ine|ight))\s(?:cool\s|whole\s)?)grand(?!\s(?!more|or|in|by|at|for|per|and|each|today|now|again|on|to|after|within)\p{L})(?![\p{L}-])/giu
const ONE_EACH =
  /(?<=(?:^|[\s(])(?:(?:in|within|for|over|after|last|past|about|than|inside|under|nearly|almost|next|costs?|at|worth|to|around|below|above|by|hits?|reach(?:es|ed)?)\s))an?(?=\s(?:hour|day|week|month|year|minute|dollar|euro|pound|buck|quid|cent)(?:$|[.,;:!?)]|\s(?!trader|trading|high|low|candle|pair|range|average|stable)))/giu
/** Russian "in a week", "in a month": the singular implies one. */
const RUSSIAN_ONE = /(?<=(?:^|[\s(])(?:через|за|спустя)\s)(?:час|день|сутки|неделю|месяц|год|минуту|доллар|евро)(?!\p{L})/giu

/** Multi-word and Chinese quantities by position; `isOne`: one of a unit, `isUnit`: implied by the unit alone. */
export const quantityStretches = (text: string): Stretch[] => [
  ...[CHINESE, GRAND, CHANCES].flatMap((pattern) => stretchesOf(text, pattern, {})),
  ...stretchesOf(text, ONE_EACH, { isOne: true }),
  ...stretchesOf(text, RUSSIAN_ONE, { isOne: true, isUnit: true }),
]

const stretchesOf = (text: string, pattern: RegExp, kind: Pick<Stretch, 'isOne' | 'isUnit'>): Stretch[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length, ...kind }))
