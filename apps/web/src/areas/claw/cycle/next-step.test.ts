import { expect, it } from 'vitest'
import { testPosition } from '../../trading/test/account.ts'
import { nextStep, type TradingStatus } from './next-panel.tsx'

const QUIET: TradingStatus = { positions: [], orders: [], closedYesterday: 0, isPrepared: true, hasTraded: true, day: '2026-11-21' }

it('requires a stop before anything else', () =>
  expect(nextStep({ ...QUIET, positions: [testPosition()], closedYesterday: 4 })).toMatchObject({
    button: 'Set a stop',
    to: '/claw/trade',
  }))

it('proposes the review of yesterday’s closed trades', () =>
  expect(nextStep({ ...QUIET, closedYesterday: 4, isPrepared: false })).toMatchObject({
    to: '/claw/posttrade?from=2026-11-21&to=2026-11-21',
  }))

it('proposes the preparation, and then the trade', () => {
  expect(nextStep({ ...QUIET, isPrepared: false }).to).toBe('/claw/pretrade')
  expect(nextStep(QUIET).to).toBe('/claw/trade')
})

it('mentions nothing unknown', () => expect(nextStep({ ...QUIET, closedYesterday: null, isPrepared: null }).text).toBe('Nothing is open.'))
