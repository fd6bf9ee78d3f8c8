import type { Concept } from './concepts.ts'
import { STRONG } from './intents.ts'
import type { Reading } from './reading.ts'

const END = /(?<=[.!?…](?=\s)|[。！？\n]|[:;]-?[()DP](?=\s)|\p{Extended_Pictographic}(?=\s))\s*/u
/** Beyond, a text is read as a whole: it is no question with small talk around it. */
const MOST_SENTENCES = 12
/** A line that closes a letter; what follows it is a signature. */
const CLOSING =
  /^\s*(?:(?:best|kind|warm|many)\s+)*(?:regards|wishes|cheers|sincerely|yours|mfg|lg|(?:mit freundlichen|viele|beste|liebe)\s+gr|cordialement|bien à vous|(?:un |mis )?saludos?|atentamente|(?:cordiali |distinti )?saluti|abraços|atenciosamente|cumprimentos|с уважением|此致)/iu

/** Decide about a whole question, so their sentences stay. */
const GUARDS: readonly Concept[] = ['inject', 'alert', 'advice']
/** "Long day" is no order. */
const UNITS: readonly Concept[] = ['minute', 'hour', 'day', 'week', 'month', 'year']
const TALK: readonly Concept[] = ['greet', 'thanks', 'help']

const hasAny = ({ concepts }: Reading, sought: readonly Concept[]): boolean => sought.some((concept) => concepts.has(concept))

/**
 * The sentences of a text that ask: small talk and signatures beside the sentence that names the coin are dropped, so that their unknown
 * words do not spoil the question and their times ("thanks for yesterday") are not asked about. Unchanged if none is left.
 */
export function askingPart(text: string, read: (text: string) => Reading): string {
  const sentences = text.split(END).filter((sentence) => sentence.trim() !== '')
  const closing = sentences.findIndex((sentence, at) => at > 0 && CLOSING.test(sentence))
  const body = closing < 0 ? sentences : sentences.slice(0, closing)
  if (sentences.length < 2 || sentences.length > MOST_SENTENCES) return text
  const readings = body.map(read)
  const named = readings.findIndex(({ coins }) => coins.length > 0)
  const kept = body.filter((_, at) => isAsking(readings[at], at < named, named >= 0))
  return kept.length === 0 ? text : kept.join(' ')
}

const COMMA = /[,;]\s+|\s[-–—]\s/u
const PART = /[.?!;,，\n。？！]\s*|\s[-–—]\s/u
/** Also at "and". */
export const CLAUSE = /[.?!;,，\n。？！]\s*|\s[-–—]\s|\s+(?:and|und|et|y|e|и)\s+|，?(?:和|还有)/iu

/** "My wife thinks it is dumb, but what is bitcoin at": the clauses that ask, if one of them is wholly understood and names the coin. */
export function askingClauses(text: string, read: (text: string) => Reading, separator = COMMA): string {
  const clauses = text.split(separator).filter((clause) => clause.trim() !== '')
  if (clauses.length < 2 || clauses.length > MOST_SENTENCES || hasAny(read(text), GUARDS)) return text
  const understood = clauses.filter((clause) => {
    const { coins, evidence, unknownCount } = read(clause)
    return coins.length > 0 && evidence > 0 && unknownCount === 0
  })
  return understood.length === 0 || understood.length === clauses.length ? text : understood.join(', ')
}

/** The clauses that ask, of a text that is understood in no other way; unchanged unless they name all its coins. */
export function askingRest(text: string, read: (text: string) => Reading): string {
  const { coins } = read(text)
  const isWhole = (part: string): boolean => part !== text && coins.every((coin) => read(part).coins.includes(coin))
  return [PART, CLAUSE].map((separator) => askingClauses(text, read, separator)).find(isWhole) ?? text
}

function isAsking(reading: Reading | undefined, isBefore: boolean, isNamed: boolean): boolean {
  if (reading === undefined) return false
  if (reading.coins.length > 0 || hasAny(reading, GUARDS)) return true
  const { unknownCount, evidence, isTrade, segments } = reading
  const isTimed = segments.some(({ horizons }) => horizons.length > 0)
  if (unknownCount > 0) return false
  if (hasAny(reading, TALK) && !hasAny(reading, STRONG)) return false
  if (isTrade && !isTimed && !hasAny(reading, UNITS)) return true
  return isBefore ? hasAny(reading, STRONG) && !isTimed : evidence > 0 || !isNamed
}
