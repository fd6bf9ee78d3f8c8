import { describe, expect, it } from 'vitest'
import { agoIn, answerLanguage, answerTextOf, dateIn, hoursIn } from './answer-language.ts'

const NAMED = { coin: 'AA', hours: 'BB', median: 'CC', low: 'DD', high: 'EE', from: 'FF', to: 'GG', change: 'HH' }
const textFor = (key: string, fill: (...values: unknown[]) => string): string =>
  ['cone', 'chart'].includes(key) ? fill(NAMED) : fill('AA', 'BB', 'CC')

function flat(text: object): string[] {
  return Object.entries(text).flatMap(([key, value]) => {
    if (typeof value === 'function') return [textFor(key, value)]
    return typeof value === 'string' ? [value] : flat(value)
  })
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru', 'zh']

describe('the texts around an answer', () => {
  it.each(LANGUAGES.slice(1))('are complete in %s: none equals the English one except one word shared by two languages', (language) => {
    const [english, own] = [flat(answerTextOf('en')), flat(answerTextOf(language))]
    expect(own).toHaveLength(english.length)
    // "Median" is the same word in German.
    expect(own.filter((sentence) => english.includes(sentence) && sentence !== 'Median')).toEqual([])
  })

  it('are English when the language is unsupported or unknown', () => {
    expect(['de-AT', 'ZH', 'ja', undefined].map(answerLanguage)).toEqual(['de', 'zh', 'en', 'en'])
  })

  it('format hours and ages as each language does', () => {
    expect([hoursIn('en', 1), hoursIn('de', 6), hoursIn('ru', 2), hoursIn('ru', 5)]).toEqual(['1 hour', '6 Stunden', '2 часа', '5 часов'])
    expect([agoIn('en', 58 * 60_000), agoIn('de', 58 * 60_000), agoIn('es', 3 * 3_600_000)]).toEqual([
      '58 min ago',
      'vor 58 Min.',
      'hace 3 h',
    ])
    expect(agoIn('de', 1_500)).toBe('vor 1 Sek.')
    expect(dateIn('fr', Date.UTC(2026, 0, 15, 12))).toMatch(/janv\. 2026/)
  })

  it.each(LANGUAGES)(
    'name coin, price, percent and hours of a drafted alert in %s, with a different text for each direction',
    (language) => {
      const { level, change, trade } = answerTextOf(language)
      const levels = [level.above, level.below, level.cross].map((fill) => fill('BTC', '70,000'))
      const changes = [change.above, change.below, change.cross].map((fill) => fill('BTC', '5', hoursIn(language, 24)))
      expect(new Set([...levels, ...changes]).size).toBe(6)
      expect(levels.every((text) => text.includes('BTC') && text.includes('70,000'))).toBe(true)
      expect(changes.every((text) => ['BTC', '5', hoursIn(language, 24)].every((part) => text.includes(part)))).toBe(true)
      expect(trade('BTC')).toContain('BTC')
    },
  )
})
