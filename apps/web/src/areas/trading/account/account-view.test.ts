import { defined } from '@aerie/core/defined'
import type { TradingNotice } from '@aerie/wire/trading/trading-notices'
import { describe, expect, it } from 'vitest'
import { ACCOUNT_ID, testAccount, testFill, testOrder, testPosition } from '../test/account.ts'
import { type AccountView, foldNotice, viewOf, withAnswer } from './account-view.ts'

const START = viewOf({ account: testAccount(), orders: [testOrder(1)], positions: [testPosition()], fills: [testFill(4)] })
const fold = (view: AccountView, ...notices: TradingNotice[]): AccountView =>
  notices.reduce((now, notice) => defined(foldNotice(now, notice) ?? undefined), view)
const noticeFields = (seq: number) => ({ account: ACCOUNT_ID, first_seq: Math.min(seq, START.seq + 1), seq })
const ids = ({ orders }: AccountView) => [...orders.values()].map(({ client_id }) => client_id)

describe('account notices', () => {
  it('produce the same view as a fetch', () => {
    const filled = testOrder(1, { state: 'filled', filled: '50', queue_ahead: null })
    const account = testAccount({ seq: 9, cash: '8700' })
    const after = fold(
      START,
      { kind: 'order', ...noticeFields(9), data: filled },
      { kind: 'fill', ...noticeFields(9), data: testFill(8, { liquidity: 'maker' }) },
      { kind: 'position', ...noticeFields(9), data: { symbol: 'HYPE', position: testPosition({ size: '150' }) } },
      { kind: 'account', ...noticeFields(9), data: account },
    )
    const read = viewOf({
      account,
      orders: [filled],
      positions: [testPosition({ size: '150' })],
      fills: [testFill(8, { liquidity: 'maker' }), testFill(4)],
    })
    expect({ ...after, ended: [] }).toEqual(read)
  })

  it('count once, however often they are received, and never when they are older', () => {
    const fill: TradingNotice = { kind: 'fill', ...noticeFields(8), data: testFill(7) }
    const once = fold(START, fill)
    expect(fold(once, fill).fills.map(({ seq }) => seq)).toEqual([7, 4])
    expect(foldNotice(once, { kind: 'position', ...noticeFields(7), data: { symbol: 'HYPE', position: null } })).toBe(once)
  })

  it('require a refetch when a reset replaced the account', () =>
    expect(foldNotice(START, { kind: 'account', account: 'other', first_seq: 99, seq: 99, data: testAccount() })).toBeNull())

  it('remove a closed position', () =>
    expect(fold(START, { kind: 'position', ...noticeFields(6), data: { symbol: 'HYPE', position: null } }).positions.size).toBe(0))
})

describe('the response to a command', () => {
  it('does not restore an order that was already reported as ended', () => {
    const sent = testOrder(2, { state: 'pending' })
    const ended = fold(START, { kind: 'order', ...noticeFields(6), data: { ...sent, state: 'filled' } })
    expect(ids(withAnswer(ended, sent))).toEqual(['c1'])
  })

  it('does not overwrite newer data', () => {
    const newer = fold(START, {
      kind: 'order',
      ...noticeFields(6),
      data: testOrder(1, { filled: '20', updated_at: '2026-01-01T00:00:02.000Z' }),
    })
    const answered = withAnswer(newer, testOrder(1, { updated_at: '2026-01-01T00:00:01.000Z' }))
    expect([...answered.orders.values()][0]?.filled).toBe('20')
  })

  it('shows a new order at once', () => expect(ids(withAnswer(START, testOrder(2)))).toEqual(['c1', 'c2']))
})
