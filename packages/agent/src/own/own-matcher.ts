import { recordKeys } from '@aerie/core/record-keys'
import type { AgentLanguage } from '../concepts.ts'
import { foldText } from '../text/text.ts'
import type { NamedPeriod, OwnGrouping } from './own-call.ts'
import type { OwnLexicon, OwnTopic } from './own-lexicon.ts'

const MOST_READ = 300

const ABBREVIATIONS: Readonly<Record<string, string>> = {
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
}

/** Normalizes a question for phrase matching: folded, lower case, single spaces; Chinese without spaces. */
export function plainWords(text: string, language: AgentLanguage): string {
  const folded = foldText(text, MOST_READ).toLowerCase()
  const words = folded
    .replaceAll(/(?<=liq)['’](?=d)/g, '')
    .replaceAll(/[^\p{L}\p{N}&%]+/gu, ' ')
    .trim()
  if (language === 'zh') return words.replaceAll(' ', '')
  return ` ${language === 'en' ? words.replaceAll(/\p{L}+/gu, (word) => ABBREVIATIONS[word] ?? word) : words} `
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

/** Months from January; variants are separated by `/`. English may and march are also words and need a preceding word. */
export const MONTHS: Readonly<Record<AgentLanguage, string>> = {
  en: 'january/jan|february/feb|in march/of march/during march/for march|april|in may/of may/during may/for may|june|july|august|september/sept|october/oct|november/nov|december/dec',
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
}

/** Phrases that are no part of a question's subject. */
const ASIDE: readonly string[] = ['others', 'act', 'command', 'reason', 'otherTime']

/** Compiles a lexicon. */
export function ownMatcher({ language, topics, groupings, periods, ...words }: OwnLexicon): OwnMatcher {
  const subjects: RegExp[] = []
  const compiled = (text: string, isSubject = true): Phrases => {
    const pattern = patternOf(text, language)
    if (pattern === undefined) return () => false
    if (isSubject) subjects.push(new RegExp(pattern, 'gu'))
    return (plain) => pattern.test(plain)
  }
  const mapOf = <K extends string>(texts: Readonly<Record<K, string>>): Map<K, Phrases> =>
    new Map(recordKeys(texts).map((key) => [key, compiled(texts[key])]))
  const compiledWords = Object.fromEntries(recordKeys(words).map((key) => [key, compiled(words[key], !ASIDE.includes(key))])) as Words
  return {
    ...compiledWords,
    language,
    words: Object.values(topics).flatMap((text) => text.split('|').flatMap((phrase) => singleWord(phrase.trim()))),
    topics: mapOf(topics),
    groupings: mapOf(groupings),
    periods: mapOf(periods),
    without: (topic, plain) => {
      const pattern = patternOf(topic === 'aside' ? words.aside : topics[topic], language)
      return pattern === undefined ? plain : plain.replace(new RegExp(pattern, 'gu'), language === 'zh' ? '' : ' ')
    },
    months: MONTHS[language].split('|').map((forms) => compiled(forms.replaceAll('/', '|'))),
    rest: (plain) => {
      const covered = new Set(
        subjects.flatMap((pattern) =>
          [...plain.matchAll(pattern)].flatMap(({ 0: { length }, index }) => Array.from({ length }, (_, at) => index + at)),
        ),
      )
      return [...plain].length === plain.length ? Array.from(plain, (letter, at) => (covered.has(at) ? ' ' : letter)).join('') : plain
    },
  }
}

const singleWord = (phrase: string): string[] => (/^\p{L}{5,}$/u.test(phrase) ? [foldText(phrase).toLowerCase()] : [])
