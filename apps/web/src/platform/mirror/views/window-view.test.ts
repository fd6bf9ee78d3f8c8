import { defined } from '@aerie/core/defined'
import { LISTEN_MS } from '@aerie/mirror/mirror-session'
import { instrumentContextOf } from '@aerie/mirror/shared-view'
import { settled, type TestWindow, TestWorld } from '@aerie/mirror/test/world'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { channelLink } from '../channel-link.ts'
import { onLayout, onLayoutFragment, publishLayout, publishLayoutFragment } from '../layout-link.ts'
import { NO_RELAY, useMirror } from '../mirror-store.ts'
import { changeChannel, setChannel, useViewState } from './view-state.ts'
import { WindowView } from './window-view.ts'

vi.mock('../../toasts/toast.ts', () => ({ notify: () => undefined }))

const BTC = { symbol: 'BTC', label: 'Bitcoin' }
const SOL = { symbol: 'SOL', label: 'Solana' }
const RANGE = { from: Date.UTC(2026, 0, 1), until: Date.UTC(2026, 0, 2) }

let world: TestWorld
let view: WindowView
let here: TestWindow
/** Opens this window while `others` windows are open. */
async function open(others: number): Promise<readonly TestWindow[]> {
  world = new TestWorld()
  const there: TestWindow[] = []
  for (let count = 0; count < others; count += 1) {
    there.push(world.open({ symbol: 'ETH' }))
    await world.clock.pass(LISTEN_MS)
  }
  view = new WindowView()
  here = world.open({
    on: {
      shared: (shared, change) => view.show(shared, change),
      fragment: (fragment) => view.showFragment(fragment),
      lead: () => view.lead(),
    },
  })
  view.join(here.session)
  await world.clock.pass(LISTEN_MS)
  return there
}
const symbolHere = () => useViewState.getState().channels[1].instrument.symbol
const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
const select = (window: TestWindow, symbol: string) =>
  window.session.publish({ type: 'instrument', channel: 1, context: instrumentContextOf({ symbol, label: symbol }) })

beforeEach(() => {
  useMirror.setState({ detached: new Set(), relay: NO_RELAY })
  setChannel(1, { instrument: BTC, interval: '1h', hours: 24, range: null })
})
afterEach(() => {
  view.close()
  here.session.close()
})

it('shows what the leader shows, without sending a message', async () => {
  const [leader] = await open(1)
  expect(symbolHere()).toBe('ETH')
  const before = world.network.posted.length
  select(defined(leader), 'SOL')
  await settled()
  expect(symbolHere()).toBe('SOL')
  expect(world.network.posted).toHaveLength(before + 1)
})

it('re-renders nothing when the leader sends the current state', async () => {
  const [leader] = await open(1)
  const before = useViewState.getState()
  defined(leader).session.shareAll(defined(leader).session.view)
  view.rejoin()
  await settled()
  expect(useViewState.getState()).toBe(before)
})

it('detaches when its user chooses something, per channel, until it rejoins', async () => {
  const [leader] = await open(1)
  changeChannel(1, { instrument: SOL })
  expect([...useMirror.getState().detached]).toEqual([1])
  select(defined(leader), 'XRP')
  await settled()
  expect(symbolHere()).toBe('SOL')
  expect(defined(leader).session.state().others[0]?.isDetached).toBe(true)
  view.rejoin()
  await settled()
  expect(symbolHere()).toBe('XRP')
  expect(defined(leader).session.state().others[0]?.isDetached).toBe(false)
})

it('leads with its own view on request, and with the shared view when the leader closes', async () => {
  const [leader, other] = await open(2)
  changeChannel(1, { instrument: SOL })
  world.close(defined(leader))
  await settled()
  expect(defined(other).session.isLeader).toBe(true)
  expect(symbolHere()).toBe('SOL')
  view.wish()
  here.session.lead()
  await settled()
  expect(defined(other).shown.channels.get(1)?.instrument).toEqual(SOL)
  expect(useMirror.getState().detached.size).toBe(0)
})

it('returns from its detached view when it has to take over', async () => {
  const [leader] = await open(1)
  changeChannel(1, { instrument: SOL })
  world.crash(defined(leader))
  await settled()
  expect(here.session.isLeader).toBe(true)
  expect(symbolHere()).toBe('ETH')
})

it('publishes a selection at once, and range and crosshair once per frame', async () => {
  await open(0)
  const follower = world.open()
  await settled()
  changeChannel(1, { instrument: SOL })
  await frame()
  const before = world.network.posted.length
  const { range, cursor } = channelLink(1).open()
  for (let step = 0; step < 20; step += 1) {
    range.set({ ...RANGE, until: RANGE.until + step })
    cursor.set({ time: RANGE.from + step, price: 100 + step })
  }
  changeChannel(1, { interval: '4h' })
  expect(world.network.posted).toHaveLength(before + 1)
  await frame()
  await settled()
  expect(world.network.posted).toHaveLength(before + 3)
  expect(follower.shown.channels.get(1)).toMatchObject({ instrument: SOL, range: { ...RANGE, until: RANGE.until + 19 } })
  expect(world.network.posted.at(-1)).toMatchObject({ type: 'cursor', at: { time: RANGE.from + 19, price: 119 } })
})

it("passes the leader's range and crosshair to the charts of the channel, and not back", async () => {
  const [leader] = await open(1)
  const { range, cursor } = channelLink(1).open()
  const received: unknown[] = []
  const stops = [range.on((next) => received.push(next)), cursor.on((at) => received.push(at))]
  const before = world.network.posted.length
  defined(leader).session.publish({
    type: 'range',
    channel: 1,
    context: { type: 'fdc3.timeRange', startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-01-02T00:00:00.000Z' },
  })
  defined(leader).session.publish({ type: 'cursor', channel: 1, at: { time: 5, price: null } })
  await settled()
  await frame()
  expect(received).toEqual([RANGE, { time: 5, price: null }])
  expect(world.network.posted).toHaveLength(before + 2)
  for (const stop of stops) stop()
})

it('clears the crosshair when the coin changes, here and in the followers', async () => {
  await open(0)
  const follower = world.open()
  await settled()
  const [pointing, other] = [channelLink(1).open(), channelLink(1).open()]
  const received: unknown[] = []
  const stop = other.cursor.on((at) => received.push(at))
  pointing.cursor.set({ time: RANGE.from, price: 100 })
  changeChannel(1, { instrument: SOL })
  await frame()
  await settled()
  expect([received, other.cursor.get()]).toEqual([[{ time: RANGE.from, price: 100 }, null], null])
  expect(follower.shown.channels.get(1)?.instrument).toEqual(SOL)
  expect(world.network.posted.at(-1)).toMatchObject({ type: 'cursor', at: null })
  // Another timeframe changes the width of the visible range, not its prices.
  pointing.cursor.set({ time: RANGE.from, price: 200 })
  changeChannel(1, { interval: '4h' })
  expect(other.cursor.get()).toEqual({ time: RANGE.from, price: 200 })
  stop()
})

it('synchronises two charts in one window without a second window', async () => {
  await open(0)
  const [one, two] = [channelLink(2).open(), channelLink(2).open()]
  const received: unknown[] = []
  const stops = [one.range.on((next) => received.push(['one', next])), two.range.on((next) => received.push(['two', next]))]
  one.range.set(RANGE)
  expect(received).toEqual([['two', RANGE]])
  for (const stop of stops) stop()
})

it('follows the leader’s layout and passes fragments on, whichever window leads', async () => {
  const [leader] = await open(1)
  const received: unknown[] = []
  const stops = [onLayout((layout) => received.push(layout)), onLayoutFragment((fragment) => received.push(fragment))]
  defined(leader).session.publish({ type: 'layout', layout: '{"slots":[1]}' })
  defined(leader).session.publishFragment('{"size":2}')
  defined(leader).session.publish({ type: 'layout', layout: 'no json' })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await settled()
  expect(received).toEqual([{ slots: [1] }, { size: 2 }])
  expect(warned).toHaveBeenCalledOnce()
  // A layout received from the workspace is not a choice of the user.
  publishLayout({ slots: [1], measured: true }, 'received')
  expect(useMirror.getState().detached.size).toBe(0)
  publishLayoutFragment({ size: 3 })
  await settled()
  expect(defined(leader).received.at(-1)).toBe('fragment {"size":3}')
  // The user's own change at the same moment is.
  publishLayout({ slots: [2] }, 'changed')
  expect([...useMirror.getState().detached]).toEqual(['layout'])
  for (const stop of stops) stop()
})

it('only passes on what it receives while another machine leads, and detaches instead of leading', async () => {
  await open(0)
  const follower = world.open()
  await world.clock.pass(LISTEN_MS)
  useMirror.setState({ relay: { isOn: true, link: 'on', machines: 2, isHolder: false } })
  changeChannel(1, { instrument: SOL })
  await settled()
  expect(follower.shown.channels.get(1)?.instrument.symbol).toBe('BTC')
  expect([...useMirror.getState().detached]).toEqual([1])
})
