import { defined } from '@aerie/core/defined'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeChannel, useViewState } from '../../platform/mirror/views/view-state.ts'
import { testLayout, testWorkspace } from './test/workspace.ts'
import { focusedTarget } from './workspace-commands.ts'

const workspace = testWorkspace()
const slotOf = (kind: string) => defined(defined(workspace.store.getState().layout).slots.find((slot) => slot.kind === kind))
const view = (channel: 1 | 3) => useViewState.getState().channels[channel]
/** Focuses a slot of this kind, linked to `channel` or with its own coin. */
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

describe('the focused target', () => {
  it('changes only the channel of the focused slot', () => {
    const target = defined(focus('chart', 3))
    target.chooseCoin({ symbol: 'ETH', label: 'Ethereum' })
    target.chooseInterval?.('4h')
    target.chooseHours?.(6)
    expect(view(3)).toMatchObject({ instrument: { symbol: 'ETH' }, interval: '4h', hours: 6 })
    expect(view(1)).toMatchObject({ instrument: { symbol: 'BTC' }, interval: '1h', hours: 24 })
  })

  it("changes the slot's own settings when it is on no channel", () => {
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

  it("leaves the channel's timeframe unchanged when its chart has its own", () => {
    focus('chart', 3, { options: { interval: '1d' } })?.chooseInterval?.('15m')
    expect([slotOf('chart').options, view(3).interval]).toEqual([{ interval: '15m' }, '1h'])
  })

  it('is null without a focused slot, or when the slot has neither a coin nor a channel', () => {
    expect(focus('watchlist', null)).toBeNull()
    workspace.focus(null)
    expect(focusedTarget(workspace)).toBeNull()
  })
})
