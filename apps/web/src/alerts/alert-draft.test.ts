import { alertBody } from '@aerie/wire/alerts/alerts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type AlertDraft, draftOf, isTrueAt, NEW_ALERT, readDraft } from './alert-draft.ts'
import { alertSentence, spanWords, timesWords } from './alert-words.ts'
import { testAlert } from './test-alerts.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const draft = (given: Partial<AlertDraft> = {}): AlertDraft => ({ ...NEW_ALERT, level: '70,000', ...given })
const problems = (given: Partial<AlertDraft>) => {
  const read = readDraft(draft(given), NOW)
  return read.ok ? {} : read.problems
}

describe('what is sent', () => {
  it('keeps the level as it was typed, as text', () => {
    const read = readDraft(draft({ level: '70,000.50' }), NOW)
    expect(read).toEqual({
      ok: true,
      body: { kind: 'price', symbol: 'BTC', direction: 'above', level: '70000.50', repeat: 'once', channels: ['app'] },
    })
  })

  it.each(['price', 'change', 'volume', 'volatility', 'forecast', 'order_filled', 'liquidation', 'unlock'] as const)(
    'is what the server takes for the kind %s',
    (kind) => {
      const read = readDraft(draft({ kind, repeat: 'every', note: ' sell half ', expires: '2027-01-01T00:00' }), NOW)
      expect(read.ok && z.safeParse(alertBody, read.body).success).toBe(true)
    },
  )

  it('leaves out what the kind has no use for', () => {
    const read = readDraft(draft({ kind: 'unlock', symbol: 'BTC' }), NOW)
    expect(read).toEqual({ ok: true, body: { kind: 'unlock', repeat: 'once', channels: ['app'] } })
  })
})

describe('what is wrong is said field by field', () => {
  it.each([
    [{ level: '' }, 'level'],
    [{ level: '0' }, 'level'],
    [{ level: 'NaN' }, 'level'],
    [{ level: '-5' }, 'level'],
    [{ level: '1e9' }, 'level'],
    [{ level: '9'.repeat(40) }, 'level'],
    [{ kind: 'change', percent: '1,5' }, 'percent'],
    [{ kind: 'liquidation', percent: '101' }, 'percent'],
    [{ kind: 'price', symbol: '' }, 'symbol'],
    [{ expires: '2026-01-01T00:00' }, 'expires'],
    [{ expires: 'never' }, 'expires'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ channels: [] }, 'channels'],
  ] satisfies [Partial<AlertDraft>, string][])('%j: %s', (given, field) => expect(Object.keys(problems(given))).toEqual([field]))
})

it('knows whether a price alert is true already, and nothing where it cannot', () => {
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

it('gives an alert to the form and takes the same back', () => {
  const alert = testAlert(1, { repeat: 'every', cooldown_s: 300, note: 'n', channels: ['app', 'email'] })
  const read = readDraft(draftOf(alert), NOW)
  expect(read).toMatchObject({
    ok: true,
    body: { symbol: 'BTC', level: '70000', direction: 'above', repeat: 'every', cooldown_s: 300, note: 'n' },
  })
})

it.each([
  [{ kind: 'price', symbol: 'BTC', direction: 'above', level: '70000' }, 'BTC above 70,000'],
  [{ kind: 'price', symbol: 'SHIB', direction: 'below', level: '0.00000893' }, 'SHIB below 0.00000893'],
  [{ kind: 'price', symbol: 'BTC', level: '' }, 'BTC crosses —'],
  [{ kind: 'change', symbol: 'ETH', direction: 'below', percent: '5', window_s: 3600 }, 'ETH falls 5 % within 1 hour'],
  [{ kind: 'volume', symbol: 'ETH', ratio: '3', window_s: 900 }, 'ETH volume of 15 minutes at 3 times the usual'],
  [
    { kind: 'forecast', symbol: 'SOL', direction: 'above', level: '200', hours: 24, quantile: '0.1' },
    'SOL forecast for 24 h: 10 % quantile above 200',
  ],
  [{ kind: 'liquidation', percent: '5' }, 'Any position within 5 % of liquidation'],
  [{ kind: 'order_filled', symbol: 'BTC' }, 'An order on BTC is filled'],
] as const)('says %j plainly', (rule, words) => expect(alertSentence(rule)).toBe(words))

it('names lengths of time and counts', () => {
  expect([60, 5400, 86_400, 10, 604_800].map(spanWords)).toEqual(['1 minute', '90 minutes', '1 day', '10 seconds', '7 days'])
  const counts = [timesWords([3, 5]), timesWords([1, 1]), timesWords([0, 0]), timesWords([0, 1]), timesWords([0, 1200])]
  expect(counts).toEqual(['3 to 5 times', 'once', null, 'at most once', 'at most 1,200 times'])
})
