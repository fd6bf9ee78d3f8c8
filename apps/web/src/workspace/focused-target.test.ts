import { defined } from '@aerie/core/defined'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeChannel, useViewState } from '../mirror/views/view-state.ts'
import { testLayout, testWorkspace } from './test-workspace.ts'
import { focusedTarget } from './workspace-commands.ts'

const workspace = testWorkspace()
const slotOf = (kind: string) => defined(defined(workspace.store.getState().layout).slots.find((slot) => slot.kind === kind))
const view = (channel: 1 | 3) => useViewState.getState().channels[channel]
/** The keyboard works on the slot of this kind, which stands on `channel`, or keeps a coin of its own. */
function focus(kind: string, channel: number | null, more: object = {}) {
  const { id } = slotOf(kind)
  workspace.changeSlot(id, { channel, coin: 'SOL', ...more })
  workspace.focus(id)
  return focusedTarget(workspace)
}

beforeEach(() => {
  workspace.forget()
  workspace.show(testLayout(), 'saved')
  for (const channel of [1, 3] as const)
    changeChannel(channel, { instrument: { symbol: 'BTC', label: 'Bitcoin' }, interval: '1h', hours: 24 })
})

describe('the keys', () => {
  it('turn the channel that the focused slot is on, and no other', () => {
    const target = defined(focus('chart', 3))
    target.chooseCoin({ symbol: 'ETH', label: 'Ethereum' })
    target.chooseInterval?.('4h')
    target.chooseHours?.(6)
    expect(view(3)).toMatchObject({ instrument: { symbol: 'ETH' }, interval: '4h', hours: 6 })
    expect(view(1)).toMatchObject({ instrument: { symbol: 'BTC' }, interval: '1h', hours: 24 })
  })

  it('turn what a slot keeps itself where it is on no channel', () => {
    const chart = defined(focus('chart', null))
    expect([chart.symbol, chart.chooseHours]).toEqual(['SOL', null])
    chart.chooseCoin({ symbol: 'XRP', label: 'XRP' })
    focusedTarget(workspace)?.chooseInterval?.('5m')
    expect(slotOf('chart')).toMatchObject({ coin: 'XRP', options: { interval: '5m' } })
    const forecast = defined(focus('forecast', null))
    expect(forecast.chooseInterval).toBeNull()
    forecast.chooseHours?.(12)
    expect(slotOf('forecast').options).toEqual({ hours: 12 })
    expect(view(1)).toMatchObject({ instrument: { symbol: 'BTC' }, interval: '1h', hours: 24 })
  })

  it('leave the channel its timeframe where a chart on it has one of its own', () => {
    focus('chart', 3, { options: { interval: '1d' } })?.chooseInterval?.('15m')
    expect([slotOf('chart').options, view(3).interval]).toEqual([{ interval: '15m' }, '1h'])
  })

  it('are for no slot where none has the focus, or one that shows no coin and is on no channel', () => {
    expect(focus('watchlist', null)).toBeNull()
    workspace.focus(null)
    expect(focusedTarget(workspace)).toBeNull()
  })
})
