import type { AlertFiring, AlertPreview, AlertRow, AlertSummary } from '@aerie/wire/alerts/alert-rows'
import type { Delivery, DeliveryChannels } from '@aerie/wire/alerts/deliveries'

import type { NewLogin } from '../../../platform/session/new-logins.ts'

const AT = '2026-01-15T10:42:00.000Z'
export const testId = (number: number): string => `00000000-0000-4000-8000-${number.toString().padStart(12, '0')}`

export const testAlert = (number: number, given: Partial<AlertRow> = {}): AlertRow => ({
  id: testId(number),
  symbol: 'BTC',
  kind: 'price',
  direction: 'above',
  level: '70000',
  repeat: 'once',
  channels: ['app'],
  state: 'active',
  waits_for: 'armed',
  title: 'BTC above 70,000',
  firings: 0,
  fired_at: null,
  created_at: AT,
  updated_at: AT,
  ...given,
})

export const testFiring = (number: number, given: Partial<AlertFiring> = {}): AlertFiring => ({
  id: testId(1000 + number),
  seq: number,
  alert: testId(number),
  terms: { symbol: 'BTC', kind: 'price', direction: 'above', level: '70000', repeat: 'once', channels: ['app'] },
  title: 'BTC above 70,000',
  text: `BTC rose above 70,000 (${number})`,
  at: AT,
  seen_at: AT,
  is_late: false,
  value: '70001',
  threshold: '70000',
  source: 'sim:1',
  source_kind: 'sim',
  is_read: false,
  deliveries: [{ channel: 'app', state: 'sent' }],
  ...given,
})

export const testSummary = (given: Partial<AlertSummary> = {}): AlertSummary => ({
  active: 2,
  limit: 50,
  unread: 0,
  is_paused: false,
  unavailable: [],
  ...given,
})

export const testPreview = (given: Partial<AlertPreview> = {}): AlertPreview => ({
  fired: [3, 5],
  from: '2025-12-16T10:00:00.000Z',
  to: '2026-01-15T10:00:00.000Z',
  resolution: '1h',
  times: ['2025-12-20T10:00:00.000Z'],
  is_met: false,
  source: 'sim:1',
  source_kind: 'sim',
  ...given,
})

export const testDelivery = (number: number, given: Partial<Delivery> = {}): Delivery => ({
  id: testId(2000 + number),
  firing: testId(1000 + number),
  channel: 'webhook',
  target: 'example.com',
  title: 'BTC above 70,000',
  state: 'dead',
  attempts: 10,
  next_at: null,
  problem: 'The receiver answered 500.',
  receipt: null,
  may_repeat: false,
  created_at: AT,
  sent_at: null,
  ...given,
})

export const testChannels = (given: Partial<DeliveryChannels> = {}): DeliveryChannels => ({
  email: { address: 'ada@example.com', wanted: true, digest: 'each' },
  telegram: { is_available: true, bot: 'aerie_bot', linked_at: null, chat: null, problem: null },
  push: { public_key: 'BA', has_contact: true, devices: [] },
  webhooks: [],
  quiet_hours: null,
  ...given,
})

export const testLogin = (number: number, given: Partial<NewLogin> = {}): NewLogin => ({
  id: testId(3000 + number),
  device: { browser: 'Firefox', system: 'Linux' },
  place: { kind: 'internet', network: '203.0.113.*' },
  created_at: AT,
  last_seen_at: AT,
  is_ended: false,
  ...given,
})
