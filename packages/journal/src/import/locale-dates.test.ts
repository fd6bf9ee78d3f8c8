import { describe, expect, it } from 'vitest'
import { dateOrderOf, instantOfText } from './dates.ts'

/** Kyrgyz and Uyghur write the day before the month behind the year; without a day above twelve nothing shows it. */
const LOCALES = (
  'af am ar ar-EG ar-AE as az be bg bn bs ca cs cy da de de-CH el en-US en-GB en-CA en-AU en-IN en-ZA es es-MX et eu fa fi fil fr fr-CA fr-CH ' +
  'ga gl gu he hi hr hu hy id is it it-CH ja ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl or pa pl ps pt pt-PT ro ru sd si sk sl sq sr ' +
  'sv sw ta te th tk tr uk ur uz vi zh-CN zh-TW zh-HK zu ar-SA-u-ca-islamic-umalqura es-CO es-CL es-PA es-PE tr-CY zh-SG'
).split(' ')
const TIMES = [
  Date.UTC(2026, 8, 18, 14, 5, 9),
  Date.UTC(2026, 8, 18, 2, 5, 9),
  Date.UTC(2026, 0, 3, 0, 15, 0),
  Date.UTC(2026, 1, 28, 12, 0, 1),
]

const ZONE = { timeZone: 'UTC' } as const
const dated = (at: number, locale: string, time: string): string => `${new Date(at).toLocaleDateString(locale, ZONE)} - ${time}`

describe('a browser’s dates are read in every locale', () => {
  it.each([
    ['with its own clock', (at, locale) => dated(at, locale, new Date(at).toLocaleTimeString(locale, ZONE))],
    ['with 24 hours', (at, locale) => dated(at, locale, new Date(at).toLocaleTimeString(locale, { ...ZONE, hour12: false }))],
    // Chrome writes the hour after midnight so.
    [
      'with midnight as 24',
      (at, locale) => dated(at, locale, new Date(at).toLocaleTimeString(locale, { ...ZONE, hour12: false, hourCycle: 'h24' })),
    ],
    ['as one text', (at, locale) => new Date(at).toLocaleString(locale, ZONE)],
  ] satisfies [string, (at: number, locale: string) => string][])('%s', (_title, textOf) => {
    const misread = LOCALES.filter((locale) => {
      const texts = TIMES.map((at) => textOf(at, locale))
      const order = dateOrderOf(texts) === 'month-first' ? 'month-first' : 'day-first'
      return texts.some((text, at) => instantOfText(text, order) !== TIMES[at])
    })
    expect(misread).toEqual([])
  })
})

it.each([
  ['1/3/2026 - 24:15:00', '2026-01-03T00:15:00.000Z'],
  ['2026/1/3 - 24:15:00', '2026-01-03T00:15:00.000Z'],
  ['۱۴۰۵/۶/۲۷ - ۱۴:۰۵:۰۹', '2026-09-18T14:05:09.000Z'],
  ['18/4/1448 هـ - 2:05:09 م', '2026-09-29T14:05:09.000Z'],
  ['14:05:09 18/9/2026', '2026-09-18T14:05:09.000Z'],
  ['2026. 9. 18. - 14시 05분 09초', '2026-09-18T14:05:09.000Z'],
  ['2026-09-18 - 14 h 05 min 09 s', '2026-09-18T14:05:09.000Z'],
  ['2026年9月18日 下午2:05:09', '2026-09-18T14:05:09.000Z'],
  ['1/3/2026, 12:15:00 a. m.', '2026-01-03T00:15:00.000Z'],
  ['1/3/2026 - 25:15:00', undefined],
  ['2026-01-03 25:15:00', undefined],
  ['1405/13/1 - 10:00:00', undefined],
  ['1300-01-02 10:00:00', undefined],
])('reads %s', (text, expected) => {
  const at = instantOfText(text, text.startsWith('18/') || text.includes(' 18/') ? 'day-first' : 'month-first')
  expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(expected)
})
