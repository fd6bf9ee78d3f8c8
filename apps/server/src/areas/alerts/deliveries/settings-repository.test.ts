import { expect, it } from 'vitest'
import { quietUntil, timezoneNamed } from './settings-repository.ts'

const night = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }
const at = (text: string): number => Date.parse(text)

it.each([
  ['before they begin', '2026-01-15T20:59:59Z', undefined],
  ['when they begin', '2026-01-15T21:00:00Z', '2026-01-16T06:00:00Z'],
  ['after midnight', '2026-01-16T03:30:20Z', '2026-01-16T06:00:00Z'],
  ['when they end', '2026-01-16T06:00:00Z', undefined],
  ['in summer, by the clock on the wall', '2026-07-15T20:00:00Z', '2026-07-16T05:00:00Z'],
])('recognises quiet hours across midnight: %s', (_when, now, end) =>
  expect(quietUntil(night, at(now))).toBe(end === undefined ? undefined : at(end)),
)

it('recognises quiet hours within a day, and ignores those of zero length', () => {
  expect(quietUntil({ from: '12:00', to: '13:00', timezone: 'UTC' }, at('2026-01-15T12:30:00Z'))).toBe(at('2026-01-15T13:00:00Z'))
  expect(quietUntil({ from: '12:00', to: '12:00', timezone: 'UTC' }, at('2026-01-15T12:00:00Z'))).toBeUndefined()
})

it('distinguishes a valid time zone from an invalid one', () =>
  expect(['Europe/Berlin', 'UTC', 'Mars/Base', '', '../etc/passwd'].map(timezoneNamed)).toEqual([
    'Europe/Berlin',
    'UTC',
    undefined,
    undefined,
    undefined,
  ]))

it('normalises a time zone however it is written', () =>
  expect(['europe/BERLIN', 'EUROPE/berlin'].map(timezoneNamed)).toEqual(['Europe/Berlin', 'Europe/Berlin']))
