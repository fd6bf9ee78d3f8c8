/** The languages that the built-in engine understands and answers in, as in BCP 47. */
export const AGENT_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru', 'zh'] as const
export type AgentLanguage = (typeof AGENT_LANGUAGES)[number]

/**
 * What a word can mean to a question. A word may carry several (`mañana`), a meaning has words in every language.
 *
 * Kinds of question: `price`, `predict`, `history` name one; `ask`, `future`, `past` only lean towards one; `move` and
 * `level` say what is asked about it; `compare` stands between two sides.
 * Time: units; `now`, `today`, `tomorrow`, `yesterday`, `twoDaysAgo`, `twoDaysAhead`, `halfDay`; `clock` and `far` are
 * times that hours cannot say; `few` is no number; `in`, `next`, `last`, `since`, `agoBefore` stand before a duration,
 * `ago` and `ahead` after it (`next` and `last` also after it, in Romance languages).
 * Parts: `and`, `article`, `of`, `at`, `to`, `not`, `half`, `quarter`, `andHalf`, `currency`, `coinNoun`, `thousand`.
 * Leaning on earlier turns: `it`, `both`, `other`, `first`, `second`, `same`, `again`, `thatAfter`, `thatBefore`, `follow`,
 * `everyPredicted`.
 * Not ours: `explain` and `metric` yield to a named kind of question; `why`, `advice`, `alert`, `self`, `inject` never do;
 * `trade` only as a command. `own` tells what the user did, no question. Talk: `greet`, `thanks`, `help`. `filler` says nothing.
 */
export type Concept =
  | 'price'
  | 'predict'
  | 'history'
  | 'ask'
  | 'future'
  | 'past'
  | 'move'
  | 'level'
  | 'compare'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'year'
  | 'now'
  | 'today'
  | 'tomorrow'
  | 'yesterday'
  | 'twoDaysAgo'
  | 'twoDaysAhead'
  | 'halfDay'
  | 'clock'
  | 'far'
  | 'few'
  | 'in'
  | 'next'
  | 'last'
  | 'since'
  | 'agoBefore'
  | 'ago'
  | 'ahead'
  | 'and'
  | 'article'
  | 'of'
  | 'at'
  | 'to'
  | 'not'
  | 'half'
  | 'quarter'
  | 'andHalf'
  | 'threeQuarters'
  | 'dozen'
  | 'fortnight'
  | 'plural'
  | 'sized'
  | 'reason'
  | 'currency'
  | 'coinNoun'
  | 'thousand'
  | 'it'
  | 'both'
  | 'other'
  | 'first'
  | 'second'
  | 'same'
  | 'again'
  | 'thatAfter'
  | 'thatBefore'
  | 'follow'
  | 'everyPredicted'
  | 'explain'
  | 'metric'
  | 'why'
  | 'advice'
  | 'alert'
  | 'self'
  | 'inject'
  | 'trade'
  | 'own'
  | 'greet'
  | 'thanks'
  | 'help'
  | 'filler'

/** The words of one language. */
export type Lexicon = {
  readonly language: AgentLanguage
  /** Phrases, separated by `|`; one that ends in `*` matches every single word that begins so. */
  readonly phrases: Partial<Readonly<Record<Concept, string>>>
  /** Number words from 0 upwards, one place each; forms of one number are separated by `/`. */
  readonly numbers: string
  /** Further number words: value to forms, separated by `/`. */
  readonly moreNumbers?: Readonly<Record<number, string>>
}
