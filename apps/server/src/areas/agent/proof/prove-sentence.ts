import { itemAt } from '@aerie/core/item-at'
import { dateWordsAt, isMonth } from './date-words.ts'
import { LanguageGuess, type SpokenLanguage, stemTest } from './fold-word.ts'
import {
  areHoursKnown,
  isOwnAmount,
  isOwnCount,
  isOwnShare,
  isPercentKnown,
  isPriceKnown,
  type NumberFacts,
  type WrittenNumber,
} from './number-facts.ts'
import { type NumberWords, readNumberWords } from './number-words.ts'
import { isForeignNumber } from './quantities.ts'
import { isStrange, type LanguageJudge, type SentenceLanguage, type SentenceWord } from './sentence-language.ts'
import { readingsOf, scaleAfter, scaled, type Unit, unitAfter, writtenOf } from './written-number.ts'

/** `isOpen`: accepted unless the sentence turns out to be about a market. */
export type Found = { readonly start: number; readonly end: number; readonly isKnown: boolean; readonly isOpen?: boolean }

/** The unit follows a number within this many characters. */
export const LOOK_AHEAD = 24

export class ProofContext {
  readonly judge: LanguageJudge
  readonly languages = new LanguageGuess()
  isMarket = false
  listMark = 0
  /** Numbers left to judge; beyond this limit all are struck out. */
  numbersLeft = 200

  constructor(judge: LanguageJudge) {
    this.judge = judge
  }
}

type Judging = {
  readonly text: string
  readonly facts: NumberFacts
  readonly isMarket: boolean
  readonly listMark: number
  readonly languages: readonly SpokenLanguage[]
  readonly mayJudge: () => boolean
}

export type ProvenSentence = { readonly found: readonly Found[]; readonly language: SentenceLanguage; readonly leave: () => void }

const SOMETHING = /[\p{L}\p{N}\p{S}]/u

/** Judges every number of a sentence by position; on overlap the first one wins. @param context changed by `leave` only */
export function proveSentence(
  text: string,
  facts: NumberFacts,
  context: ProofContext,
  { isStrict, isOpen }: { readonly isStrict: boolean; readonly isOpen: boolean },
): ProvenSentence {
  const { words: sentenceWords, numbers } = readNumberWords(text)
  const language = context.judge.sentence(sentenceWords, isOpen ? text.length : undefined)
  if (!SOMETHING.test(text)) return { found: [], language, leave: () => undefined }
  const words = sentenceWords.map(({ folded }) => folded)
  const isMarket = hasMarketSign(text) || words.some(isMarketWord)
  let left = context.numbersLeft
  const mayJudge = (): boolean => {
    left -= 1
    return left >= 0
  }
  const judging: Judging = {
    text,
    facts,
    isMarket: isStrict || context.isMarket || isMarket,
    listMark: context.listMark,
    languages: context.languages.likely(words),
    mayJudge,
  }
  const drafts = placed([
    ...numbers.map((number) => wordsDraft(number, judging)),
    ...sentenceWords.flatMap((word) => strangeDraft(word, judging, context.judge) ?? []),
    ...candidatePositions(text).flatMap((place) => dateDraft(place, judging) ?? digitsDraft(place, judging) ?? []),
  ])
  const leave = (): void => {
    context.languages.add(words)
    context.isMarket = isMarket
    context.numbersLeft = left
    context.listMark = Number(LIST_MARK.exec(text)?.[1] ?? context.listMark)
  }
  return { found: judged(drafts, judging), language, leave }
}

type Verdict = Pick<Found, 'isKnown' | 'isOpen'>

/** A number before it is judged: its unit may follow the next number, as in "6 to 12 hours". */
type Draft = {
  readonly start: number
  readonly end: number
  readonly unit: Unit
  readonly judge: (unit: Unit) => Verdict
}

function placed(all: readonly Draft[]): Draft[] {
  let end = 0
  return all
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((one) => {
      if (one.start < end) return false
      end = one.end
      return true
    })
}

const RANGE = /^\s?(?:[-–—,/]|to|and|or|und|bis|oder|à|et|ou|y|a|o|e|и|до|или|至|到|和|或)\s?$/iu

function judged(drafts: readonly Draft[], { text }: Judging): Found[] {
  const found: Found[] = []
  let unit: Unit | undefined
  for (let at = drafts.length - 1; at >= 0; at -= 1) {
    const draft = itemAt(drafts, at)
    const next = drafts[at + 1]
    const isRange = next !== undefined && next.start - draft.end <= 6 && RANGE.test(text.slice(draft.end, next.start))
    unit = draft.unit.kind === 'none' && isRange ? unit : draft.unit
    found.push({ start: draft.start, end: draft.end, ...draft.judge(unit ?? draft.unit) })
  }
  return found.toReversed()
}

const CANDIDATE =
  /(?<![\p{Nd}\p{No}\p{Nl}])[\p{Nd}\p{No}\p{Nl}]|(?<![\p{L}\p{N}])[lIOoОоΟο|](?=[\dlIOoОоΟο|.,])|(?<!\p{L})\p{L}{3,12}(?!\p{L})|[🔟💯\u2801-\u28ff㍘-㍰㏠-㏾]|[\u{1f550}-\u{1f567}]/gu
/** Digits with separators, or single-character numbers (½, Ⅳ, ④). */
const NUMBER =
  /\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d(?:[\d.,]*\d)?|[\p{No}\p{Nl}🔟💯\u2801-\u28ff㍘-㍰㏠-㏾\u{1f550}-\u{1f567}]+/uy
/** Digits mixed with look-alike letters. */
const DISGUISED = /(?:\d|[lIOoОоΟο|](?=[\dlIOoОоΟο|.,]))[\dlIOoОоΟο|.,]*(?![\p{L}\p{N}])/uy

function candidatePositions(text: string): number[] {
  const all: number[] = []
  for (const match of text.matchAll(CANDIDATE)) if (!/^\p{L}{3}/u.test(match[0]) || isMonth(match[0])) all.push(match.index)
  return all
}

function dateDraft(place: number, { text, facts: { moments, own }, mayJudge }: Judging): Draft | undefined {
  const words = dateWordsAt(text, place)
  if (words === undefined) return undefined
  const judge = () => ({ isKnown: mayJudge() && words.isOneOf([...moments, ...(own?.moments ?? [])]) })
  return { start: place, end: place + words.length, unit: { kind: 'other', factor: 1 }, judge }
}

function digitsDraft(place: number, judging: Judging): Draft | undefined {
  const disguised = disguisedAt(place, judging.text)
  if (disguised !== undefined) return disguised
  NUMBER.lastIndex = place
  const digits = NUMBER.exec(judging.text)?.[0]
  if (digits === undefined) return undefined
  const end = place + digits.length
  const around = aroundOf(judging.text, place, end)
  const scale = scaleAfter(around.after)
  const unit = unitAfter(around.after.slice(scale.length))
  const isWord = unit.kind === 'none' && (isName(around, digits) || isListMark(place, digits, around, judging))
  return {
    start: place,
    end: end + scale.length,
    unit,
    judge: (counted) => ({ isKnown: isWord || isKnown(scaled(readingsOf(digits), scale.factor), counted, around, judging) }),
  }
}

/** `7O,OOO` and `lOO dollars` read as numbers, but no tool writes them so. */
function disguisedAt(place: number, text: string): Draft | undefined {
  DISGUISED.lastIndex = place
  const match = DISGUISED.exec(text)?.[0]
  if (match === undefined || !/[lIOoОоΟο|]/.test(match)) return undefined
  const number = match.replace(/[.,|]+$/, '')
  const { before, after } = aroundOf(text, place, place + number.length)
  const unit = unitAfter(after)
  const isNumber =
    /\d/.test(number) || /^.{1,3}[.,].{3}/u.test(number) || (number.length > 1 && (unit.kind !== 'none' || /[$€£¥]\s?$/.test(before)))
  if (!isNumber || isName({ before, after }, number)) return undefined
  return { start: place, end: place + number.length, unit, judge: () => ({ isKnown: false }) }
}

type Context = { readonly before: string; readonly after: string }
const aroundOf = (text: string, start: number, end: number): Context => ({
  before: text.slice(Math.max(0, start - LOOK_AHEAD), start),
  after: text.slice(end, end + LOOK_AHEAD),
})

/** Names that contain digits. */
const NAMES = /^(?:erc-?(?:20|165|721|777|1155|1400|2612|4337|4626)|(?:bep|trc|spl|brc)-?20|web[23]|l[12]|layer-[12]|spx6900|24\/7)$/i

function isName({ before, after }: Context, digits: string): boolean {
  const start = /[\p{L}\p{N}/-]*$/u.exec(before)?.[0] ?? ''
  const rest = /^[\p{L}\p{N}/-]*/u.exec(after)?.[0] ?? ''
  return NAMES.test(`${start}${digits}${rest}`) && unitAfter(after.slice(rest.length)).kind === 'none'
}

const LONGEST_LIST = 20
const LIST_MARK = /^[ \t]*(\d{1,2})[.)] /

/** List markers count up from one and are not quantities. */
function isListMark(place: number, digits: string, { after }: Context, { text, listMark }: Judging): boolean {
  const isMark = text.slice(0, place).trim() === '' && LIST_MARK.test(text) && /^[.)] \*{0,2}[\p{L}[(]/u.test(after)
  const isInOrder = Number(digits) === listMark + 1 || Number(digits) === 1
  const rest = after.slice(1).trimStart()
  return isMark && isInOrder && Number(digits) <= LONGEST_LIST && unitAfter(rest).kind === 'none' && scaleAfter(rest).length === 0
}

function isKnown(
  written: readonly WrittenNumber[],
  { kind, factor }: Unit,
  { before }: Context,
  { text, facts, mayJudge }: Judging,
): boolean {
  if (written.length === 0 || !mayJudge()) return false
  if (kind === 'percent' || /百分之\s?$/u.test(before)) {
    const named = mayNameBand(text) ? facts.percents : []
    return isPercentKnown(written, signOf(before), { ...facts, percents: named }) || isOwnShare(written, signOf(before), facts)
  }
  if (kind === 'time') return areHoursKnown(scaled(written, factor), facts)
  if (kind === 'other') return false
  return isPriceKnown(written, facts) || isOwnAmount(written, signOf(before), facts) || (kind === 'none' && isOwnCount(written, facts))
}

function signOf(before: string): '+' | '-' | undefined {
  const sign = /(?:^|[\s(])([+\-−–])$/u.exec(before)?.[1]
  if (sign === undefined) return undefined
  return sign === '+' ? '+' : '-'
}

function wordsDraft(words: NumberWords, judging: Judging): Draft {
  const { start, end } = words
  const around = aroundOf(judging.text, start, end)
  const unit = unitAfter(words.isUnit === true ? judging.text.slice(start) : around.after.replace(WITHIN, ''))
  return { start, end, unit, judge: (counted) => verdictOn(words, counted, around, judging) }
}

/** An unknown word in the position of a figure, before a unit. With letters of another language, in any position. */
function strangeDraft(word: SentenceWord, { text, isMarket }: Judging, judge: LanguageJudge): Draft | undefined {
  if (judge.isKnown(word)) return undefined
  const { start, end } = word
  const { after } = aroundOf(text, start, end)
  const unit = /^[\s-]?[$€£¥₿]/u.test(after) ? NO_UNIT : unitAfter(after)
  const isCounting = unit.kind === 'money' || unit.kind === 'percent' || unit.kind === 'time'
  const isForeign = isForeignNumber(word.folded) || (isStrange(word.text) && !/^\p{Lu}/u.test(word.text))
  const mayBeFigure = isCounting || (isMarket && isForeign)
  return mayBeFigure ? { start, end, unit, judge: () => ({ isKnown: false }) } : undefined
}

const NO_UNIT: Unit = { kind: 'none', factor: 1 }

/** Words between a number and its unit: "half an hour", "a dozen of dollars". */
const WITHIN = /^\s(?:an?|of an?|of the|of|di|del|une|un|una|uno|eine[nrm]?|de)(?=\s)/iu

function verdictOn(words: NumberWords, unit: Unit, around: Context, judging: Judging): Verdict {
  const { value, isOne, hours, everydayIn = [] } = words
  const isEveryday = everydayIn.some((language) => judging.languages.includes(language))
  const isCounted = unit.kind !== 'none' || scaleAfter(around.after).length > 0 || /百分之\s?$/u.test(around.before)
  // "One of the coins", "once more"; but not "one" of a fraction.
  if ((isOne || isEveryday) && !isCounted && !/分之\s?$/u.test(around.before)) return { isKnown: true, ...(isEveryday && { isOpen: true }) }
  // 百分之 before the number marks a percentage, any other 分之 a fraction.
  if (around.after.startsWith('分之')) return { isKnown: true }
  if (/(?<!百)分之\s?$/u.test(around.before)) return { isKnown: false }
  if (hours !== undefined && areHoursKnown(writtenOf(hours), judging.facts)) return { isKnown: true }
  if (value !== undefined && isKnown(writtenOf(value), unit, around, judging)) return { isKnown: true }
  return isCounted ? { isKnown: false } : verdictOnSpoken(words, around, judging)
}

/** "One chance in two", "une chance sur deux": the second number has no unit. */
const OUT_OF =
  /(?:chances?|odds|oportunidad\p{L}*|probabili\p{L}*|шанс\p{L}*)\s(?:out of|in|sur|von|auf|de cada|en|su|em|из|к|à|to|zu)\s$/iu

/** Small counts and halves are everyday language outside market sentences. */
function verdictOnSpoken({ isSmall, isVague }: NumberWords, { before, after }: Context, { isMarket }: Judging): Verdict {
  if (isSmall === true && isCountOfThings(after) && !OUT_OF.test(before)) return { isKnown: true }
  return (isSmall === true || isVague === true) && !isMarket ? { isKnown: true, isOpen: true } : { isKnown: false }
}

/** Folded stems of words about price, change, probability or time, in all answer languages. */
const PRICES =
  'price|cost|worth|valu|valor|trad|quot|dollar|dolar|euro|usd|eur$|gbp|yen$|buck|cent$|cents$|pound|preis|kurs|kost|wert|handel|prix|cours|valeur|vaut|coute|precio|vale|cotiz|cuesta|preco|cotac|custa|prezz|quotaz|costa|цен|стои|курс|доллар|евро|рубл|котир|bitcoin|btc|ether|eth$|solana|ripple|xrp|биткоин|эфир'
const CHANGES =
  'up$|down$|ris|rose$|fall|fell$|gain|lose|loss|lost|drop|climb|increas|decreas|chang|mov|reach|hit$|hits$|exceed|surpass|above|below|high|low|peak|target|steig|stieg|fiel|sink|gewinn|verlier|verlust|erreich|uber$|unter$|hauss|baiss|monte|descend|atteind|sube|subi|baj|caer|cae$|alcan|lleg|super|cai$|cair|cheg|sale$|sali|scend|raggiun|cresc|рост|раст|вырас|пад|упа|сниз|подн|достиг|превы|измен|потер|подеш|подорож|прибав|doubl|tripl|quadrupl|halv|verdoppel|verdreifach|halbier|dimezz|raddoppi|duplic|dobr|удво|удва|утрои|verlor|gewann|gewonnen|perd|perso$|persa$|persi$|gagn|guadagn|ganh|ganado$|gano$'
const CHANCES =
  'chance|probab|likel|odds|percent|prozent|pourcent|wahrschein|риск|вероят|процент|шанс|risk|porcent|porciento|confiden|posib|possib'
const TIMES =
  'fortnight|decade|century|quartal|trimestre|past$|noon|midnight|oclock$|clock$|uhr$|tomorrow|today|tonight|yesterday|morgen|heute|gestern|demain|hier$|manana|ayer$|domani|ieri$|amanha|ontem|завтра|сегодня|вчера|утр|вечер|hour|minut|second$|seconds$|day|week|month|year|stund|tag$|tage|woch|monat|jahr|heur|jour|semain|mois|annee|ans$|hora|dia$|dias$|seman|mes$|meses$|ano$|anos$|ore$|ora$|giorn|settiman|mese$|mesi$|anno$|anni$|час|минут|день|дня|днеи|дню|недел|месяц|год|лет$|сут'

const isMarketWord = stemTest([PRICES, CHANGES, CHANCES, TIMES].join('|'))
const MARKET_SIGNS = /[$€£¥₿%％٪﹪‰‱℅]|[价價值涨漲跌升降元刀率概时時天日周週月年币幣]/u

const hasMarketSign = (text: string): boolean => MARKET_SIGNS.test(text)

/** What a small number may count without a market statement: "two coins", "three of them". */
const HARMLESS =
  /^[\s-]?(?:of|more|other|coins?|tokens?|tools?|crypto\p{L}*|currenc\p{L}*|kinds?|things?|questions?|prices|values|predictions?|forecasts?|answers?|types?|sorts?|options?|ways?|assets?|markets?|sentences?|der|den|davon|münzen|werkzeug\p{L}*|fragen|arten|kryptow\p{L}*|preise|prognosen|dinge|de|d’|d'|monnaies?|outils?|questions?|cryptos?|types?|sortes?|choses?|prévisions?|monedas?|herramientas?|preguntas?|criptomonedas?|tipos?|cosas?|precios|moedas?|ferramentas?|perguntas?|coisas?|preços|di|delle|dei|monete|strumenti|domande|criptovalute|tipi|cose|prezzi|из|монет\p{L}*|инструмент\p{L}*|вопрос\p{L}*|вид\p{L}*|криптовалют\p{L}*)(?!\p{L})|^(?:个|個|种|種|者|枚|项|項|款|类|類)(?!月|小时|小時|百|点|點)/iu

const isCountOfThings = (after: string): boolean => HARMLESS.test(after)

/** Words for a forecast's width: its percentages are only allowed there, not in "80 % chance that it rises". */
const BAND =
  /between(?! now)|range|band|interval|zwischen|spanne|bereich|intervall|entre|fourchette|plage|rango|banda|faixa|intervalo|tra\b|fra\b|intervallo|fascia|между|диапазон|интервал|区间|范围|之间|區間|範圍/iu
const DIRECTION =
  /\b(?:up|down|ris\w*|rose|fall\w*|fell|gain\w*|los[et]\w*|drop\w*|climb\w*|increas\w*|decreas\w*|higher|lower|above|below|reach\w*|hits?|exceed\w*|grow\w*|grew|jump\w*|surg\w*|plung\w*|soar\w*)\b|steig|stieg|gestieg|fäll|fiel|gefall|sink|höher|niedriger|über |erreich|monte|hausse|baisse|augment|dimin|grimp|attei|sub[ei]|baj[aeó]|cae|alcanz|llegar|superar|cair|cai |aument|chegar|sal[ei]|scend|raggiun|superer|cresc|cal[aoi]|раст|вырас|рост|пад|упа|сниз|достиг|подним|превы|выше|ниже|涨|漲|跌|升|降|突破|达到/iu

const mayNameBand = (sentence: string): boolean => BAND.test(sentence) || !DIRECTION.test(sentence)
