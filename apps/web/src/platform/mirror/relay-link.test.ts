import { LISTEN_MS } from '@aerie/mirror/mirror-session'
import { instrumentContextOf, snapshotOf } from '@aerie/mirror/shared-view'
import { settled, TestWorld, testUuid, testView } from '@aerie/mirror/test/world'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_RELAY, useMirror } from './mirror-store.ts'
import { RelayLink } from './relay-link.ts'
import { useViewState } from './views/view-state.ts'
import { WindowView } from './views/window-view.ts'

vi.mock('../toasts/toast.ts', () => ({ notify: () => undefined }))
const [HERE, THERE] = [testUuid(501), testUuid(502)]

/** The server's end of a connection. */
function line() {
  const listeners = new Map<string, (message?: unknown) => void>()
  const sent: Array<readonly [string, unknown]> = []
  const socket = {
    connected: true,
    active: true,
    on: (event: string, listener: (message?: unknown) => void) => listeners.set(event, listener),
    emit: (event: string, message: unknown) => sent.push([event, message]),
    connect: vi.fn(),
    disconnect: vi.fn(),
  }
  return { socket, sent, emit: (event: string, message?: unknown) => listeners.get(event)?.(message) }
}

let link: RelayLink | undefined
async function join() {
  link = undefined
  const world = new TestWorld()
  const view = new WindowView()
  const here = world.open({
    on: { shared: (shared, change) => view.show(shared, change), lead: () => view.lead(), published: (body) => link?.published(body) },
  })
  view.join(here.session)
  await world.clock.pass(LISTEN_MS)
  const follower = world.open()
  await world.clock.pass(LISTEN_MS)
  const server = line()
  link = new RelayLink(server.socket, { session: here.session, view, browser: HERE, wantsLead: () => false })
  server.emit('connect')
  return { world, here, follower, link, ...server }
}
const published = (sent: ReadonlyArray<readonly [string, unknown]>) => sent.filter(([event]) => event === 'publish')
const stateOf = (symbol: string, seq: number, term = 7) => ({
  session: THERE,
  term,
  seq,
  body: { type: 'state', state: snapshotOf(testView(symbol), 'ALL') },
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  useMirror.setState({ detached: new Set(), relay: { ...NO_RELAY, isOn: true } })
})
afterEach(() => vi.useRealTimers())

it('publishes what this machine shows while it leads, only the latest state', async () => {
  const { here, sent, emit } = await join()
  expect(sent[0]).toEqual(['join', { v: 1, session: HERE }])
  emit('lease', { term: 7, holder: HERE, machines: 2 })
  for (const symbol of ['ETH', 'SOL'])
    here.session.publish({ type: 'instrument', channel: 1, context: instrumentContextOf({ symbol, label: symbol }) })
  vi.advanceTimersByTime(200)
  expect(published(sent)).toHaveLength(1)
  expect(published(sent)[0]?.[1]).toMatchObject({
    term: 7,
    seq: 1,
    body: { type: 'state', state: { channels: expect.arrayContaining([expect.objectContaining({ channel: 1 })]) } },
  })
  expect(JSON.stringify(published(sent)[0])).toContain('SOL')
})

it("shows the leading machine's state in all its windows, forwards it to no other machine, and never goes back in time", async () => {
  const { follower, sent, emit } = await join()
  emit('lease', { term: 7, holder: THERE, machines: 2 })
  emit('relayed', stateOf('XRP', 5))
  emit('relayed', stateOf('ADA', 4))
  emit('relayed', { ...stateOf('DOGE', 9), session: HERE })
  emit('relayed', stateOf('ADA', 9, 6))
  await settled()
  expect(useViewState.getState().channels[1].instrument.symbol).toBe('XRP')
  expect(follower.shown.channels.get(1)?.instrument.symbol).toBe('XRP')
  vi.advanceTimersByTime(500)
  expect(published(sent)).toEqual([])
})

it('leads again when the connection is lost, and stays disconnected once closed', async () => {
  const { link, emit, socket } = await join()
  emit('lease', { term: 7, holder: THERE, machines: 2 })
  expect(useMirror.getState().relay).toMatchObject({ link: 'on', isHolder: false, machines: 2 })
  emit('disconnect', 'io server disconnect')
  expect(useMirror.getState().relay).toMatchObject({ link: 'connecting', isHolder: true })
  link.close()
  const before = socket.connect.mock.calls.length
  vi.advanceTimersByTime(10_000)
  expect(socket.connect).toHaveBeenCalledTimes(before)
  expect(useMirror.getState().relay).toEqual({ ...NO_RELAY, isOn: true })
})
