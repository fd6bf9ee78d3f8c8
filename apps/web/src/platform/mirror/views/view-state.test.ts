import { beforeEach, expect, it, vi } from 'vitest'
import { testUser } from '../../session/test/user.ts'

vi.mock('../../toasts/toast.ts', () => ({ notify: () => undefined, clearToasts: () => undefined }))

const WREN = testUser()
const OTHER = { ...WREN, user_id: 'somebody-else' }
const RANGE = { from: Date.UTC(2026, 0, 1), until: Date.UTC(2026, 0, 2) }
const SOL = { symbol: 'SOL', label: 'Solana' }

/** Reloads the window for `user` or for a guest. */
async function load(user: typeof WREN | null = WREN) {
  vi.resetModules()
  const session = await import('../../session/session.ts')
  session.useSession.setState(user === null ? { phase: 'guest', token: null, user: null } : { phase: 'active', token: 't', user })
  const { CHANNELS, changeChannel, setChannel, useViewState } = await import('./view-state.ts')
  return { session, changeChannel, setChannel, channels: () => CHANNELS.map((channel) => useViewState.getState().channels[channel]) }
}
const coins = (window: Awaited<ReturnType<typeof load>>): readonly string[] => window.channels().map(({ instrument }) => instrument.symbol)
const ALL_BTC = Array.from({ length: 8 }, () => 'BTC')

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

it('restores its view after a reload, whether chosen here or received', async () => {
  const before = await load()
  before.changeChannel(3, { instrument: SOL, interval: '4h', hours: 6 })
  before.setChannel(5, { range: RANGE })
  const after = await load()
  expect(after.channels()).toEqual(before.channels())
  expect(after.channels()[2]).toEqual({ instrument: SOL, interval: '4h', hours: 6, range: null })
  expect(after.channels()[4]?.range).toEqual(RANGE)
})

it('shows nothing of another user, and stores nothing for a guest', async () => {
  const { changeChannel } = await load()
  changeChannel(1, { instrument: SOL })
  expect(coins(await load(OTHER))).toEqual(ALL_BTC)
  sessionStorage.clear()
  const guest = await load(null)
  guest.changeChannel(1, { instrument: SOL })
  expect(sessionStorage).toHaveLength(0)
  expect(coins(await load(null))).toEqual(ALL_BTC)
})

it('stores nothing once the user has logged out, even on late updates', async () => {
  vi.useFakeTimers()
  const { changeChannel, setChannel, session } = await load()
  changeChannel(1, { instrument: SOL })
  expect(sessionStorage).toHaveLength(1)
  session.followLogout()
  setChannel(1, { range: RANGE })
  expect(sessionStorage).toHaveLength(0)
  vi.useRealTimers()
})

it.each([
  ['no JSON', 'nonsense'],
  ['another shape', '[]'],
  ['a coin that is none', (kept: string) => kept.replace('"SOL"', '"<b>"')],
  ['a timeframe that is none', (kept: string) => kept.replace('"1h"', '"7h"')],
  ['more than a view', (kept: string) => kept.replace('"hours":24', '"hours":24,"order":1')],
])('starts over when %s is stored', async (_, bad) => {
  const { changeChannel } = await load()
  changeChannel(2, { instrument: SOL })
  const kept = sessionStorage.getItem('aerie-view') ?? ''
  const spoilt = typeof bad === 'string' ? bad : bad(kept)
  expect(spoilt).not.toBe(kept)
  sessionStorage.setItem('aerie-view', spoilt)
  expect(coins(await load())).toEqual(ALL_BTC)
})

it('works without storage', async () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const window = await load()
  window.changeChannel(1, { instrument: SOL })
  expect(coins(window)[0]).toBe('SOL')
  refuse.mockRestore()
})
