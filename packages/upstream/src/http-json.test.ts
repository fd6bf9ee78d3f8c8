import { epochMs } from '@aerie/core/time'
import { describe, expect, it } from 'vitest'
import { retryAfterMs } from './http-json.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)

describe('Retry-After', () => {
  it.each([
    ['119', null, 119_000],
    ['Sun, 01 Mar 2026 12:02:00 GMT', null, 120_000],
    ['Sun, 01 Mar 2026 12:02:00 GMT', 'Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
    ['Sun, 01 Mar 2020 12:02:00 GMT', null, 0],
    ['99999999', null, 3 * 86_400_000],
    ['soon', null, null],
    [null, null, null],
  ])('reads %s (sent %s) as %s', (value, date, expected) => expect(retryAfterMs(value, date, epochMs(T0))).toBe(expected))
})
