import { alertBody } from '@aerie/wire/alerts/alerts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type AlertDraft, draftOf, isTrueAt, NEW_ALERT, readDraft } from './alert-draft.ts'
import { timesText } from './messages.ts'
import { testAlert } from './test/alerts.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const draft = (given: Partial<AlertDraft> = {}): AlertDraft => ({ ...NEW_ALERT, level: '70,000.00', ...given })
const problems = (given: Partial<AlertDraft>) => {
  const read = readDraft(draft(given), NOW)
  return read.ok ? {} : read.problems
}

describe('the request body', () => {
  it('keeps the level as it was typed, as text', () => {
    const read = readDraft(draft({ level: '70,000.50' }), NOW)
    expect(read).toEqual({
      ok: true,
      body: { kind: 'price', symbol: 'BTC', direction: 'above', level: '70000.50', repeat: 'once', channels: ['app'] },
    })
  })

  it.each(['price', 'change', 'volume', 'volatility', 'forecast', 'order_filled', 'liquidation', 'unlock'] as const)(
    'matches the server schema for the kind %s',
    (kind) => {
      const read = readDraft(draft({ kind, repeat: 'every', note: ' sell half ', expires: '2027-01-01T00:00' }), NOW)
      expect(read.ok && z.safeParse(alertBody, read.body).success).toBe(true)
    },
  )

  it('omits fields that the kind does not use', () => {
    const read = readDraft(draft({ kind: 'unlock', symbol: 'BTC' }), NOW)
    expect(read).toEqual({ ok: true, body: { kind: 'unlock', repeat: 'once', channels: ['app'] } })
  })
})

describe('errors by field', () => {
  it.each([
    [{ level: '' }, 'level'],
    [{ level: '0' }, 'level'],
    [{ level: 'NaN' }, 'level'],
    [{ level: '-5' }, 'level'],
    [{ level: '1e16' }, 'level'],
    [{ level: '9'.repeat(40) }, 'level'],
    [{ kind: 'change', percent: '1,500' }, 'percent'],
    [{ kind: 'liquidation', percent: '101' }, 'percent'],
    [{ kind: 'price', symbol: '' }, 'symbol'],
    [{ expires: '2026-01-01T00:00' }, 'expires'],
    [{ expires: 'never' }, 'expires'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ channels: [] }, 'channels'],
  ] satisfies [Partial<AlertDraft>, string][])('%j: %s', (given, field) => expect(Object.keys(problems(given))).toEqual([field]))

  it.each(['0', '-5', ' - 0.1', '−3'])('reports that %s is not above 0', (level) =>
    expect(problems({ level })).toEqual({ level: 'Enter a value above 0.' }),
  )
})

it('detects whether a price alert is already true, and returns nothing if it cannot', () => {
  expect([isTrueAt(draft(), 71_000), isTrueAt(draft(), 70_000), isTrueAt(draft({ direction: 'below' }), 69_000)]).toEqual([
    true,
    false,
    true,
  ])
  expect([isTrueAt(draft(), null), isTrueAt(draft({ direction: 'cross' }), 71_000), isTrueAt(draft({ kind: 'volume' }), 1)]).toEqual([
    null,
    null,
    null,
  ])
})

it('loads an alert into the form and reads the same back', () => {
  const alert = testAlert(1, { repeat: 'every', cooldown_s: 300, note: 'n', channels: ['app', 'email'] })
  const read = readDraft(draftOf(alert), NOW)
  expect(read).toMatchObject({
    ok: true,
    body: { symbol: 'BTC', level: '70000', direction: 'above', repeat: 'every', cooldown_s: 300, note: 'n' },
  })
})

it('formats a frequency range as text', () => {
  const counts = [timesText([3, 5]), timesText([1, 1]), timesText([0, 0]), timesText([0, 1]), timesText([0, 1200])]
  expect(counts).toEqual(['3 to 5 times', 'once', null, 'at most once', 'at most 1,200 times'])
})
