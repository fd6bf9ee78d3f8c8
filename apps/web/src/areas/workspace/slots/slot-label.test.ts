import type { LayoutNode, LayoutSlot } from '@aerie/wire/workspace/layout'
import { beforeEach, expect, it } from 'vitest'
import { changeChannel, useViewState } from '../../../platform/mirror/views/view-state.ts'
import { testWorkspace } from '../test/workspace.ts'
import { isOfOneChannel, slotLabel } from './slot-label.ts'

const slot = (id: string, change: Partial<LayoutSlot>): LayoutSlot => ({
  id,
  kind: 'chart',
  channel: null,
  coin: 'BTC',
  options: {},
  ...change,
})
const labels = (slots: readonly LayoutSlot[]) =>
  slots.map(({ id }) => slotLabel(testWorkspace(), id, { slots, channels: useViewState.getState().channels }))

beforeEach(() => changeChannel(2, { instrument: { symbol: 'SOL', label: 'Solana' } }))

it('labels a slot with its own coin, its channel’s coin, or neither when it shows no coin', () =>
  expect(
    labels([
      slot('a', { coin: 'ETH' }),
      slot('b', { channel: 2, coin: 'ETH' }),
      slot('c', { kind: 'screener' }),
      slot('d', { title: 'Mine' }),
    ]),
  ).toEqual(['Chart ETH', 'Chart SOL', 'Screener', 'Mine BTC']))

it('numbers slots with the same label from the second on', () =>
  expect(labels([slot('a', {}), slot('b', { kind: 'depth' }), slot('c', {}), slot('d', {})])).toEqual([
    'Chart BTC',
    'Depth BTC',
    'Chart BTC (2)',
    'Chart BTC (3)',
  ]))

it('returns no label for a missing slot', () =>
  expect(slotLabel(testWorkspace(), 'gone', { slots: [slot('a', {})], channels: useViewState.getState().channels })).toBe(''))

it('detects when all tabs of a group follow one channel, so that the coin is not repeated on each', () => {
  const tabs = (...ids: string[]): LayoutNode => ({ type: 'tabs', weight: 1, slots: ids, active: ids[0] ?? '' })
  const slots = [slot('a', { channel: 1 }), slot('b', { channel: 1 }), slot('c', { channel: 2 }), slot('d', {}), slot('e', {})]
  const place: LayoutNode = { type: 'row', weight: 1, parts: [tabs('a', 'b'), tabs('c'), tabs('d', 'e')] }
  const among = (layout: { slots: readonly LayoutSlot[]; place: LayoutNode }) =>
    layout.slots.map(({ id }) => isOfOneChannel({ ...layout, slots: [...layout.slots] }, id))
  expect(among({ slots, place })).toEqual([true, true, true, false, false])
  expect(among({ slots, place: tabs('a', 'c', 'd') }).slice(0, 1)).toEqual([false])
})
