import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { createContext, useContext } from 'react'
import { ageText } from '../../../platform/live/market/age-text.ts'
import type { AnswerText } from './answer-text-types.ts'
import { chineseText, frenchText, germanText, italianText, portugueseText, russianText, spanishText } from './answer-translations.ts'

/** BCP 47 tag of the enclosing answer's language; undefined if unknown. */
export const AnswerLanguage = createContext<string | undefined>(undefined)

type Spoken = {
  readonly language: string
  readonly answerText: AnswerText
  readonly hoursText: (hours: number) => string
  readonly agoText: (ageMs: number) => string
  readonly dateText: (ms: number) => string
}

export function useAnswerText(): Spoken {
  const language = answerLanguage(useContext(AnswerLanguage))
  return {
    language,
    answerText: answerTextOf(language),
    hoursText: (hours) => hoursIn(language, hours),
    agoText: (ageMs) => agoIn(language, ageMs),
    dateText: (ms) => dateIn(language, ms),
  }
}

const englishText: AnswerText = {
  figures: { get_crypto_price: 'Price', get_crypto_prediction: 'Forecast made', get_crypto_history: 'Hourly close' },
  unproven: 'Source not proven',
  unprovenTitle: 'The server has no record of this number.',
  numbers: 'Numbers in this answer',
  chance: (low, high, hours) => `80% chance between ${low} and ${high} in ${hours}.`,
  median: 'Median',
  bands: 'Bands',
  cone: ({ coin, hours, median, low, high }) => `${coin}: forecast for ${hours}, median ${median}, 95% between ${low} and ${high}.`,
  chart: ({ coin, from, to, change, low, high }) => `${coin}, hourly closes from ${from} to ${to}: ${change}, between ${low} and ${high}.`,
  range: (low, high) => `Low ${low} · High ${high}`,
  changeTo: (change, price) => `${change} to ${price}`,
  openIn: (screen) => `Open in ${screen}`,
  ahead: (coin, hours) => `${coin}, ${hours} ahead`,
  last: (coin, hours) => `${coin}, last ${hours}`,
  show: 'Show on the main screen?',
  checkAlert: 'Check and save',
  fillTicket: 'Fill the ticket',
  side: { buy: 'Buy', sell: 'Sell' },
  limit: 'limit',
  subjects: {
    get_crypto_price: (coin) => `the price of ${coin}`,
    get_crypto_prediction: (coin, hours) => `the prediction for ${coin} in ${hours}`,
    get_crypto_history: (coin, hours) => `${coin} ${hours} ago`,
  },
  something: 'a number',
  lookingUp: (subject) => `Looking up ${subject}`,
  notLookedUp: (subject) => `Not looked up yet: ${subject}.`,
  lookUp: 'Look it up',
  noAnswer: (subject, why) => `No answer for ${subject}. ${why}`,
  retry: 'Try again',
  stopped: 'You stopped this answer.',
  copy: 'Copy answer',
  copied: 'Answer copied.',
  notCopied: 'The answer could not be copied. Select it instead.',
  again: 'Ask again',
  trade: (coin) => `Trade ${coin}`,
  level: {
    above: (coin, price) => `${coin} above ${price}`,
    below: (coin, price) => `${coin} below ${price}`,
    cross: (coin, price) => `${coin} crosses ${price}`,
  },
  change: {
    above: (coin, percent, hours) => `${coin} rises ${percent}% within ${hours}`,
    below: (coin, percent, hours) => `${coin} falls ${percent}% within ${hours}`,
    cross: (coin, percent, hours) => `${coin} moves ${percent}% within ${hours}`,
  },
  struckBecause: 'no tool returned this number',
  struck: 'Struck out: no tool returned this number.',
  outdated: 'This page is out of date. Reload it to see the figures.',
}

const ANSWER_TEXTS: ReadonlyMap<string, AnswerText> = new Map([
  ['en', englishText],
  ['de', germanText],
  ['fr', frenchText],
  ['es', spanishText],
  ['it', italianText],
  ['pt', portugueseText],
  ['ru', russianText],
  ['zh', chineseText],
])

export function answerLanguage(language: string | undefined): string {
  const [primary = 'en'] = (language ?? 'en').toLowerCase().split('-')
  return ANSWER_TEXTS.has(primary) ? primary : 'en'
}

export const answerTextOf = (language: string): AnswerText => ANSWER_TEXTS.get(language) ?? englishText

export const hoursIn = (language: string, hours: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours)

/** With the time zone; English uses the user's own locale. */
export const dateIn = (language: string, ms: number): string =>
  new Intl.DateTimeFormat(language === 'en' ? undefined : language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(ms)

const UNITS = [
  ['day', DAY_MS, 2 * DAY_MS],
  ['hour', HOUR_MS, HOUR_MS],
  ['minute', MINUTE_MS, MINUTE_MS],
  ['second', SECOND_MS, 0],
] as const

/** Age in its largest whole unit: `58 min ago`, `vor 58 Min.` */
export function agoIn(language: string, ageMs: number): string {
  if (language === 'en') return `${ageText(ageMs)} ago`
  const [unit, length] = UNITS.find(([, , from]) => ageMs >= from) ?? UNITS[3]
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(-Math.floor(ageMs / length), unit)
}
