import { createContext, useContext } from 'react'
import type { AnswerWords } from './answer-word-types.ts'
import { agoIn, answerLanguage, answerWords, dateIn, hoursIn } from './answer-words.ts'

/** The language of the answer that a part stands in, as in BCP 47; undefined: not known. */
export const AnswerLanguage = createContext<string | undefined>(undefined)

type Spoken = {
  /** BCP 47, for `lang`. */
  readonly language: string
  readonly words: AnswerWords
  readonly hoursText: (hours: number) => string
  readonly agoText: (ageMs: number) => string
  readonly dateText: (ms: number) => string
}

/** The words around an answer in its own language; English where there are none in it. */
export function useAnswerWords(): Spoken {
  const language = answerLanguage(useContext(AnswerLanguage))
  return {
    language,
    words: answerWords(language),
    hoursText: (hours) => hoursIn(language, hours),
    agoText: (ageMs) => agoIn(language, ageMs),
    dateText: (ms) => dateIn(language, ms),
  }
}
