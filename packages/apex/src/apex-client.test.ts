import { expect, it } from 'vitest'
import { judgeOutcome, type OutcomeFacts, SETTLED_UNKNOWN_MS } from './apex-client.ts'
import { apexOrder } from './replies.ts'

const ORDER = apexOrder.parse({ id: '1', clientId: 'a', symbol: 'BTC-USDT', side: 'BUY', type: 'LIMIT', status: 'OPEN', size: '1' })
const FACTS: OutcomeFacts = {
  sentAtMs: 0,
  expiresAtMs: 1e12,
  byClientId: 'not-found',
  isAbsentFromHistory: true,
  nowMs: SETTLED_UNKNOWN_MS,
}

it('accepts the order itself as an answer at any time', () => {
  expect(judgeOutcome({ ...FACTS, byClientId: ORDER, nowMs: 1 })).toEqual({ kind: 'known', order: ORDER })
})

it.each([
  ['too early', { nowMs: SETTLED_UNKNOWN_MS - 1 }],
  ['not answered', { byClientId: 'unanswered' as const }],
  ['the history not read', { isAbsentFromHistory: false }],
  ['not answered after the expiry', { byClientId: 'unanswered' as const, nowMs: 2e12 }],
])('retries: %s', (_why, facts) => {
  expect(judgeOutcome({ ...FACTS, ...facts })).toEqual({ kind: 'ask-again' })
})

it('reports an order as never accepted once time and history confirm it, or its signature has expired', () => {
  expect(judgeOutcome(FACTS)).toEqual({ kind: 'never-taken' })
  expect(judgeOutcome({ ...FACTS, nowMs: 10, expiresAtMs: 10 })).toEqual({ kind: 'never-taken' })
})
