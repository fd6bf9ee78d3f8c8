import { DECIMALS, parseDecimal, price } from '@aerie/core/numbers/units'
import { expect, it } from 'vitest'
import { testOrder, testPosition } from '../test/account.ts'
import { type MoveFacts, movePreview } from './move-preview.ts'

const at = (text: string) => {
  const parsed = parseDecimal(text, DECIMALS.price)
  if (!parsed.ok) throw new Error(parsed.fault)
  return price(parsed.value)
}
/** Long 100 at 25, mark 26, liquidation 20. */
const POSITION = testPosition({ size: '100', entry: '25', mark: '26', liquidation_price: '20' })
const STOP = testOrder(1, { side: 'sell', type: 'stop', size: '0', price: null, trigger: '24', reduce_only: true })
const TARGET = testOrder(2, { side: 'sell', size: '50', price: '28', reduce_only: true })
const FACTS: MoveFacts = { position: POSITION, orders: [STOP, TARGET], middle: null }
const preview = (order: typeof STOP, from: string, to: string, facts: Partial<MoveFacts> = {}) =>
  movePreview(order, { from: at(from), to: at(to) }, { ...FACTS, ...facts }).map(({ title, before, after }) => [title, before, after])

it('shows the loss at a stop, the reward against it, and the distance to liquidation', () =>
  expect(preview(STOP, '24', '24.5')).toEqual([
    ['From the mark', '−7.69%', '−5.77%'],
    ['Result at this price', '−100.00', '−50.00'],
    ['R', '3R', '6R'],
    ['To liquidation', '16.67%', '18.37%'],
  ]))

it('shows that a stop beyond the liquidation never triggers, and no multiple when nothing is at risk', () => {
  expect(preview(STOP, '24', '19').at(-1)).toEqual(['To liquidation', '16.67%', 'beyond it'])
  expect(preview(STOP, '24', '25').map(([title]) => title)).not.toContain('R')
})

it('shows the gain at a target for its own size', () =>
  expect(preview(TARGET, '28', '29')).toEqual([
    ['From the mark', '+7.69%', '+11.54%'],
    ['Result at this price', '+150.00', '+200.00'],
    ['R', '3R', '4R'],
  ]))

it('flips the signs for a short', () => {
  const short = testPosition({ size: '-100', entry: '25', mark: '24', liquidation_price: '30' })
  const stop = { ...STOP, side: 'buy' as const, trigger: '26' }
  expect(preview(stop, '26', '25.5', { position: short, orders: [stop] })).toEqual([
    ['From the mark', '+8.33%', '+6.25%'],
    ['Result at this price', '−100.00', '−50.00'],
    ['To liquidation', '15.38%', '17.65%'],
  ])
})

it('evaluates an entry by its own exits, and by the book when there is no position', () => {
  const entry = testOrder(3, {
    price: '25',
    take_profit: { trigger: '28', price: null, size: null },
    stop_loss: { trigger: '24', price: null, size: null },
  })
  expect(preview(entry, '25', '24.5', { position: null, orders: [entry], middle: at('26') })).toEqual([
    ['From the mid', '−3.85%', '−5.77%'],
    ['R', '3R', '7R'],
  ])
})

it('omits unknown values, and never shows 0 for them', () =>
  expect(preview(STOP, '24', '24.5', { position: null, orders: [STOP], middle: null })).toEqual([]))
