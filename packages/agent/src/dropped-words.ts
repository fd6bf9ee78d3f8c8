import type { Concept } from './concepts.ts'
import { MEAN } from './own/own-restriction.ts'
import type { Reading } from './reading.ts'
import { unreadIn } from './text/detected-language.ts'

/** An extreme, a rank or a part: an answer shows the price, the forecast or the history as a whole. */
const EXTREME =
  /^(?:avg|median|highest|lowest|maximum|minimum|highs?|lows?|peak|best|worst|cheapest|third|hochste[nrs]?|tiefste[nrs]?|niedrigste[nrs]?|hoch|tief|hochststand|tiefststand|dritte[nrs]?|plus (?:haut|bas)|moyen|moyenne|maxim[oa]|minim[oa]|medi[oa]|promedio|massim[oa]|tercer[oa]?|terz[oa]|terceir[oa]|максимальн\p{L}*|минимальн\p{L}*|максимум|минимум|трет\p{L}*)$|^(?:最高|最低|平均|第[二三])$/u
/** How often, or which of the prices of a coin. */
const KIND =
  /^(?:daily|hourly|weekly|monthly|spot|futures|perps?|perpetual|premium|discount|ratio|spread|taglich\p{L}*|wochentlich\p{L}*|quotidien\p{L}*|diari[oa]s?|giornalier[oa]|ежедневн\p{L}*|фьючерс\p{L}*)$|^(?:每天|每日|每周|期货|现货|永续)$/u
const RANKS: readonly Concept[] = ['half', 'quarter', 'threeQuarters']
/** Figures of a coin that have an answer of their own. */
const FIGURES =
  /^(?:market ?cap\w*|mcap|cap|capitali\p{L}*|marktkapitalisierung|(?:trading )?volumes?|(?:handels)?volumen|rank\p{L}*|volatil\p{L}*|funding(?: rate)?|капитализаци\p{L}*|об[ъь]?ем\p{L}*|волатил\p{L}*|市值|成交量|交易量|排名|波动大)$/u

/** Before a noun of a list: "biggest losers". */
const MOST =
  /^(?:biggest|largest|top|most|big|often|fort\p{L}*|gross\p{L}*|mayor\p{L}*|maggior\p{L}*|maior\p{L}*|tes|tus|tuoi|tue|le tue|suas|your|ur|quante|cual|tiene|часовы\p{L}*)$/u

/**
 * Words of a question on the market that its answer does not take into account.
 * @param isFigureWord of a figure beyond prices: whether a word is part of what names the figure
 */
export function droppedWords(reading: Reading, isFigureWord?: (word: string) => boolean): readonly string[] {
  const { language = 'en', meant, unknowns, objects, currencies, amounts, isAhead } = reading
  const isKind = (word: string): boolean => (EXTREME.test(word) && !(isAhead && HIGH.test(word))) || KIND.test(word)
  const isDropped = (text: string, concepts: ReadonlySet<Concept>): boolean =>
    isKind(text) ||
    (!text.includes(' ') && MEAN.test(` ${text} `)) ||
    (isFigureWord !== undefined && (RANKS.some((rank) => concepts.has(rank)) || (concepts.has('metric') && !FIGURES.test(text))))
  const known = meant.flatMap(({ text, concepts }) => {
    const word = language === 'zh' ? text.replaceAll(' ', '') : text
    return isDropped(word, concepts) ? word.split(' ') : []
  })
  const unknown = unknowns.filter((word) => isFigureWord !== undefined || objects.includes(word) || MEAN.test(` ${word} `) || isKind(word))
  const words = [...objects, ...unknown, ...known].filter((word) => isFigureWord === undefined || !(isFigureWord(word) || MOST.test(word)))
  return [...new Set([...(language === 'zh' ? known : unreadIn(words, language)), ...amounts, ...currencies])]
}
const HIGH = /^(?:highs?|lows?|hoch|tief)$/
