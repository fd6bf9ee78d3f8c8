import { defined } from '@aerie/core/defined'
import { DECIMALS, parseDecimal } from '@aerie/core/numbers/units'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { viewOf } from '../trading/account/account-view.ts'
import { instrumentsQuery } from '../trading/account/instruments.ts'
import { useMoving } from '../trading/moves/moving.ts'
import { endPositionDrop, usePositionDrop } from '../trading/moves/position-drop.ts'
import { testAccount, testFill, testInstrument, testOrder, testPosition } from '../trading/test/account.ts'
import { marksOf } from './own-marks.ts'

const VIEW = viewOf({
  account: testAccount(),
  orders: [testOrder(1), testOrder(2, { type: 'trailing_stop', price: null, trigger: null, trailing_stop_price: '24.1' })],
  positions: [testPosition()],
  fills: [],
})
const levels = (canMove: boolean) => marksOf(VIEW, 'HYPE', canMove).levels ?? []
const level = (id: string, canMove = true) => defined(levels(canMove).find((each) => each.id.startsWith(id)))

beforeEach(() => queryClient.setQueryData(instrumentsQuery.queryKey, [testInstrument()]))
afterEach(() => {
  endPositionDrop()
  useMoving.setState({ moving: null })
})

it('makes orders and positions draggable, but no liquidation price and no trailing stop', () =>
  expect(levels(true).map(({ id, onMove }) => [id.split(' ')[0], onMove !== undefined])).toEqual([
    ['position', true],
    ['liquidation', false],
    ['limit', true],
    ['trigger', false],
  ]))

it('makes nothing draggable when nothing can be sent', () => expect(levels(false).filter(({ onMove }) => onMove !== undefined)).toEqual([]))

it('proposes the exit of a position at the tick where its line was dropped, and sends nothing', () => {
  level('position').onMove?.(24.00049)
  const { drop } = usePositionDrop.getState()
  expect(drop?.symbol).toBe('HYPE')
  expect(parseDecimal('24', DECIMALS.price)).toMatchObject({ value: drop?.to })
})

it('marks a liquidation by its word', () => {
  const fills = [testFill(5, { side: 'sell', client_id: 'liquidation:HYPE:4' }), testFill(4)]
  expect(marksOf({ ...VIEW, fills }, 'HYPE', false).trades?.map(({ word, label }) => [word, label])).toEqual([
    ['Liquidated', '100 HYPE'],
    ['Bought', '100 HYPE'],
  ])
})

it('ignores an invalid price', () => {
  for (const drawn of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY]) level('position').onMove?.(drawn)
  expect(usePositionDrop.getState().drop).toBeNull()
})
