import { expect, it } from 'vitest'
import type { FiringPayload } from './delivery-channel.ts'
import { messageOf, shortened } from './message-text.ts'

const firing = (text: string, note?: string): FiringPayload => ({
  id: 'f',
  alert: 'a',
  title: 'BTC above 70,000',
  text,
  at: '2026-01-15T12:00:00.000Z',
  seen_at: '2026-01-15T12:00:00.000Z',
  is_late: false,
  value: '70001',
  threshold: '70000',
  source: 'sim:1',
  source_kind: 'sim',
  terms: { kind: 'price', repeat: 'once', channels: ['app'], ...(note !== undefined && { note }) },
})

it('lists as many firings as fit into a message, and counts the rest', () => {
  const { subject, body } = messageOf(
    Array.from({ length: 40 }, (_, at) => firing(`${at}: ${'x'.repeat(190)}`, '🚀'.repeat(50))),
    4_096,
  )
  expect([subject, body.length <= 4_096, body.split('\n\n').at(-1)]).toEqual(['40 alerts fired', true, 'And 27 more.'])
  expect(body.split('\n\n')).toHaveLength(14)
})

it('lists all of a few firings, and fifty of many where there is room', () => {
  expect(messageOf([firing('One.'), firing('Two.', 'Sell.')], 4_096).body).toBe('One.\n\nTwo.\nSell.')
  expect(
    messageOf(Array.from({ length: 60 }, () => firing('One.')))
      .body.split('\n\n')
      .at(-1),
  ).toBe('And 10 more.')
})

it('never cuts a text in the middle of a character', () => {
  expect([shortened('ab🚀', 3), shortened('ab🚀', 4), shortened('abc', 2)]).toEqual(['ab', 'ab🚀', 'ab'])
  expect(messageOf([firing('x', '🚀'.repeat(200))], 301).body.isWellFormed()).toBe(true)
})
