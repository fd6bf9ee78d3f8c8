import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../session/session.ts'
import { testUser } from '../session/test/user.ts'
import { onLayout, ownLayout, publishLayout, receiveLayout } from './layout-link.ts'
import { startMirror } from './mirror-runtime.ts'
import { changeChannel, useViewState } from './views/view-state.ts'

const GUEST = { phase: 'guest', token: null, user: null } as const
const logIn = (name: string) => useSession.setState({ phase: 'active', token: name, user: testUser({ user_id: name }) })
const expire = () => useSession.setState(GUEST)
const symbolHere = () => useViewState.getState().channels[1].instrument.symbol
/** The Trade layout that a workspace receives when it opens. */
function readFirstLayout(): unknown {
  let first: unknown = 'none'
  onLayout((layout) => {
    first = layout
  }, 'trade')()
  return first
}

beforeAll(() => {
  // Without other windows it shows its own state.
  vi.stubGlobal('BroadcastChannel', undefined)
  startMirror()
})
beforeEach(() => {
  sessionStorage.clear()
  logIn('wren')
  changeChannel(1, { instrument: { symbol: 'SOL', label: 'Solana' } })
  publishLayout({ slots: [] }, 'opened')
  receiveLayout({ screen: 'trade', layout: 'of wren' })
  expire()
})

it('shows the next user nothing of the previous one', () => {
  logIn('robin')
  expect([symbolHere(), ownLayout(), readFirstLayout()]).toEqual(['BTC', undefined, 'none'])
})

it('keeps everything for a user who logs in again', () => {
  logIn('wren')
  expect([symbolHere(), ownLayout(), readFirstLayout()]).toEqual(['SOL', { slots: [] }, 'of wren'])
})
