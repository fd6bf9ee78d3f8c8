import { defined } from '@aerie/core/defined'
import { recordKeys } from '@aerie/core/record-keys'
import type { AgentLanguage } from '../concepts.ts'
import { foldText } from '../text/text.ts'
import type { NamedPeriod, OwnGrouping } from './own-call.ts'
import type { OwnLexicon, OwnTopic } from './own-lexicon.ts'

const MOST_READ = 300
/** Texts whose matches are kept. */
const MOST_TEXTS = 16

const ABBREVIATIONS: Readonly<Partial<Record<AgentLanguage, Readonly<Record<string, string>>>>> = {
  en: {
    avg: 'average',
    pos: 'position',
    posn: 'position',
    liq: 'liquidation',
    liqd: 'liquidated',
    acct: 'account',
    acc: 'account',
    bal: 'balance',
    lev: 'leverage',
    upnl: 'unrealised pnl',
    wr: 'win rate',
    dd: 'drawdown',
    mdd: 'max drawdown',
    pf: 'profit factor',
    comms: 'commissions',
    wk: 'week',
    mth: 'month',
    yr: 'year',
    wich: 'which',
    whcih: 'which',
    wen: 'when',
    wat: 'what',
    pct: 'percent',
    waht: 'what',
  },
  de: { wv: 'wie viel', wieviele: 'wie viele' },
  fr: { cb: 'combien', cmb: 'combien', auj: 'aujourd hui', ajd: 'aujourd hui', jai: 'j ai', pos: 'position' },
  es: { q: 'que', xq: 'porque', k: 'que', cto: 'cuanto', sem: 'semana', ops: 'operaciones' },
  it: { qnt: 'quanto', qnto: 'quanto', quant: 'quanto', sett: 'settimana', ops: 'operazioni' },
  pt: { qto: 'quanto', qtos: 'quantos', qtas: 'quantas', qta: 'quanta', qnt: 'quanto', qnto: 'quanto', hj: 'hoje' },
  ru: { скока: 'сколько', скок: 'сколько', ща: 'сейчас', щас: 'сейчас', чё: 'что', поза: 'позиция', позу: 'позицию' },
}

/** Normalizes a question for phrase matching: folded, lower case, single spaces; Chinese without spaces. */
export function plainWords(text: string, language: AgentLanguage): string {
  const folded = foldText(text, MOST_READ).toLowerCase()
  const words = folded
    .replaceAll(/(?<=liq)['’](?=d)/g, '')
    .replaceAll(/[^\p{L}\p{N}&%]+/gu, ' ')
    .trim()
  if (language === 'zh') return words.replaceAll(' ', '')
  const short = ABBREVIATIONS[language] ?? {}
  // "How'd I do", "the week b4".
  const spelled = language === 'en' ? words.replaceAll(/\b(how|what|where|when) d\b/g, '$1 did').replaceAll(/\bb4\b/g, 'before') : words
  return ` ${spelled.replaceAll(/\p{L}+/gu, (word) => (Object.hasOwn(short, word) ? defined(short[word]) : word))} `
}

/** Tests whether a normalized text contains one of the phrases. */
export type Phrases = (plain: string) => boolean

function sourceOf(phrase: string, language: AgentLanguage): string {
  const plain = foldText(phrase)
    .toLowerCase()
    .replaceAll(/[-\s]+/g, ' ')
    .trim()
  const source = plain.replaceAll('*', '\\p{L}*')
  return language === 'zh' ? source.replaceAll(' ', '') : source
}

function patternOf(text: string, language: AgentLanguage): RegExp | undefined {
  const sources = text.split('|').flatMap((phrase) => (phrase.trim() === '' ? [] : [sourceOf(phrase, language)]))
  if (sources.length === 0) return undefined
  const choice = `(?:${sources.join('|')})`
  return new RegExp(language === 'zh' ? choice : ` ${choice}(?= )`, 'u')
}

/** Months from January; variants are separated by `/`. English may is also a verb and needs a preceding word. */
export const MONTHS: Readonly<Record<AgentLanguage, string>> = {
  en: 'january/jan|february/feb|march|april|in may/of may/during may/for may/since may/until may/till may/before may/after may/from may/through may/by may/last may|june|july|august|september/sept|october/oct|november/nov|december/dec',
  de: 'januar/jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
  fr: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
  es: 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre/setiembre|octubre|noviembre|diciembre',
  it: 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
  pt: 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
  ru: 'январ*|феврал*|март*|апрел*|май/мая/мае|июн*|июл*|август*|сентябр*|октябр*|ноябр*|декабр*',
  zh: '一月/1月|二月/2月|三月/3月|四月/4月|五月/5月|六月/6月|七月/7月|八月/8月|九月/9月|十月/10月|十一月/11月|十二月/12月',
}

type Words = { readonly [K in Exclude<keyof OwnLexicon, 'language' | 'topics' | 'groupings' | 'periods'>]: Phrases }

/** Compiled phrases of one language. */
export type OwnMatcher = Words & {
  readonly language: AgentLanguage
  readonly topics: ReadonlyMap<OwnTopic, Phrases>
  readonly groupings: ReadonlyMap<OwnGrouping, Phrases>
  readonly periods: ReadonlyMap<NamedPeriod, Phrases>
  readonly months: readonly Phrases[]
  /** Single words of the topics, for the correction of slips. */
  readonly words: readonly string[]
  /** The text without the phrases of a topic, or of costs that do not count. */
  readonly without: (topic: OwnTopic | 'aside', plain: string) => string
  /** The text without the phrases of questions on own data. */
  readonly rest: (plain: string) => string
  /** Words of the text that have a meaning, and none that is used. */
  readonly unused: (plain: string, isUsed: (meaning: OwnMeaning) => boolean) => readonly string[]
}

/** What a phrase can mean. */
export type OwnMeaning = keyof Words | OwnTopic | OwnGrouping | NamedPeriod | 'months'

/** Phrases that are no part of a question's subject. */
const ASIDE: readonly string[] = ['others', 'act', 'command', 'reason', 'otherTime']

/** English words that traders use in every language: "mes fees", "mein entry". */
const LOANWORDS: Readonly<Partial<Record<OwnTopic, string>>> = {
  fees: 'fee|fees',
  account: 'cash|equity|balance|margin|free margin',
  positions: 'entry|leverage|liq|liq price|upnl|open positions|exposure',
  orders: 'open orders|sl|tp',
  win_rate: 'win rate|winrate|hit rate|hitrate',
  max_drawdown: 'drawdown',
  streaks: 'streak|streaks',
}
const withLoanwords = ({ language, topics }: OwnLexicon): OwnLexicon['topics'] =>
  language === 'en'
    ? topics
    : { ...topics, ...Object.fromEntries(recordKeys(LOANWORDS).map((topic) => [topic, `${topics[topic]}|${LOANWORDS[topic] ?? ''}`])) }

/** Compiles a lexicon. */
export function ownMatcher(lexicon: OwnLexicon): OwnMatcher {
  const { language, topics: _, groupings, periods, ...words } = lexicon
  const topics = withLoanwords(lexicon)
  const subjects: { readonly meaning: OwnMeaning; readonly pattern: RegExp }[] = []
  const compiled = (text: string, meaning: OwnMeaning): Phrases => {
    const pattern = patternOf(text, language)
    if (pattern === undefined) return () => false
    if (!ASIDE.includes(meaning)) subjects.push({ meaning, pattern: new RegExp(pattern, 'gu') })
    return (plain) => pattern.test(plain)
  }
  const mapOf = <K extends OwnMeaning>(texts: Readonly<Record<K, string>>): Map<K, Phrases> =>
    new Map(recordKeys(texts).map((key) => [key, compiled(texts[key], key)]))
  const compiledWords = Object.fromEntries(recordKeys(words).map((key) => [key, compiled(words[key], key)])) as Words
  const newest = new Map<string, readonly Span[]>()
  /** Matches of all phrases; those of the newest texts are kept, because a question and its parts are read several times. */
  const spansIn = (plain: string): readonly Span[] => {
    const known = newest.get(plain)
    if (known !== undefined) return known
    const spans = subjects.flatMap(({ meaning, pattern }) =>
      [...plain.matchAll(pattern)].map(({ 0: { length }, index }) => ({ meaning, start: index, end: index + length })),
    )
    if (newest.size >= MOST_TEXTS) newest.clear()
    newest.set(plain, spans)
    return spans
  }
  const removed = new Map<OwnTopic | 'aside', RegExp | undefined>()
  const removedBy = (topic: OwnTopic | 'aside'): RegExp | undefined => {
    if (!removed.has(topic)) {
      const pattern = patternOf(topic === 'aside' ? words.aside : topics[topic], language)
      removed.set(topic, pattern && new RegExp(pattern, 'gu'))
    }
    return removed.get(topic)
  }
  /** For each place of the text, whether a phrase of such a meaning covers it. */
  const coveredBy = (plain: string, isAsked: (meaning: OwnMeaning) => boolean): readonly boolean[] => {
    const covered = Array.from({ length: plain.length }, () => false)
    for (const { meaning, start, end } of spansIn(plain)) if (isAsked(meaning)) covered.fill(true, start, end)
    return covered
  }
  return {
    ...compiledWords,
    language,
    words: Object.values(topics).flatMap((text) => text.split('|').flatMap((phrase) => singleWord(phrase.trim()))),
    topics: mapOf(topics),
    groupings: mapOf(groupings),
    periods: mapOf(periods),
    without: (topic, plain) => {
      const pattern = removedBy(topic)
      return pattern === undefined ? plain : plain.replace(pattern, language === 'zh' ? '' : ' ')
    },
    months: MONTHS[language].split('|').map((forms) => compiled(forms.replaceAll('/', '|'), 'months')),
    unused: (plain, isUsed) => {
      const [known, used] = [coveredBy(plain, () => true), coveredBy(plain, isUsed)]
      const isUnused = (word: string, start: number): boolean => {
        const places = Array.from(word, (_, at) => start + at)
        return places.every((at) => known[at] === true) && !places.some((at) => used[at] === true)
      }
      const kept = plain.replaceAll(WORD, (word, start: number) => (isUnused(word, start) ? word : ' '.repeat(word.length)))
      return kept.split(' ').filter((word) => word !== '')
    },
    rest: (plain) => {
      const covered = coveredBy(plain, () => true)
      return [...plain].length === plain.length ? Array.from(plain, (letter, at) => (covered[at] === true ? ' ' : letter)).join('') : plain
    },
  }
}

type Span = { readonly meaning: OwnMeaning; readonly start: number; readonly end: number }
const WORD = /\p{Script=Han}|[^\s\p{Script=Han}]+/gu
const singleWord = (phrase: string): string[] => (/^\p{L}{5,}$/u.test(phrase) ? [foldText(phrase).toLowerCase()] : [])
