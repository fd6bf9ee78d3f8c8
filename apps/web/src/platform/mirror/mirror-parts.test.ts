import type { MirrorState } from '@aerie/mirror/mirror-session'
import { testUuid } from '@aerie/mirror/test/world'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { partOf } from '../../../test/part-of.ts'
import { mirrorStatusText, screensOf } from './mirror-screens.ts'
import { NO_RELAY, useMirror } from './mirror-store.ts'
import { addressView } from './views/address-view.ts'
import { blockedText, openMirror, restoreScreens } from './windows/open-windows.ts'
import { boundsFor } from './windows/window-bounds.ts'

const notify = vi.hoisted(() => vi.fn<(type: string, text: string) => void>())
vi.mock('../toasts/toast.ts', () => ({ notify }))

const member = (from: number, place: 'main' | 'mirror-1' | 'mirror-2', more = {}) => ({
  from: testUuid(from),
  id: testUuid(from),
  place,
  openedAt: from,
  isFullscreen: false,
  isDetached: false,
  ...more,
})
const stateOf = (own: ReturnType<typeof member>, others: ReturnType<typeof member>[], more: Partial<MirrorState> = {}): MirrorState => ({
  role: 'leader',
  term: 1,
  leader: own.from,
  mode: 'ALL',
  own,
  others,
  faults: { malformed: 0, version: 0, old: 0, gaps: 0, otherUser: 0, notLeader: 0 },
  ...more,
})

describe('the badge', () => {
  it('numbers the screens: main 1, followers 2 and 3, further tabs from 4', () => {
    const state = stateOf(member(1, 'main'), [member(9, 'main'), member(2, 'mirror-2', { isDetached: true }), member(3, 'mirror-1')])
    expect(screensOf(state).map(({ number, role, isOwn }) => [number, role, isOwn])).toEqual([
      [1, 'leader', true],
      [2, 'follower', false],
      [3, 'detached', false],
      [4, 'follower', false],
    ])
  })

  it('describes the state of this window, and why nothing is mirrored', () => {
    const base = { state: null, refusal: null, detached: new Set<never>(), relay: NO_RELAY }
    const two = stateOf(member(3, 'mirror-1'), [member(1, 'main')], { leader: testUuid(1), role: 'follower' })
    expect(mirrorStatusText({ ...base, refusal: 'no-locks' })).toMatch(/https/)
    expect(mirrorStatusText({ ...base, state: two })).toBe('This window follows screen 1.')
    expect(mirrorStatusText({ ...base, state: two, detached: new Set([1, 'layout'] as const) })).toMatch(
      /Detached in this window: channel 1, the layout/,
    )
    expect(mirrorStatusText({ ...base, state: { ...two, mode: 'OFF' } })).toBe('Mirroring is off.')
    expect(mirrorStatusText({ ...base, state: two, relay: { isOn: true, link: 'on', machines: 2, isHolder: false } })).toMatch(
      /Another machine leads/,
    )
  })
})

describe('the URL', () => {
  it.each([
    ['/currencies/ETH', '?interval=4h&hours=6', { symbol: 'ETH', interval: '4h', hours: 6 }],
    ['/ipc/btc', '', { symbol: 'BTC' }],
    ['/', '?asset=sol', { symbol: 'SOL' }],
    ['/', '', {}],
    ['/currencies/NOSUCHCOIN', '', {}],
    ['/currencies/ETH', '?interval=7h&hours=99', { symbol: 'ETH' }],
    ['/claw/pretrade', '?asset=BTC', {}],
  ])('%s%s shows %o', (pathname, search, view) => expect(addressView(pathname, search)).toEqual(view))
})

describe('mirror windows', () => {
  const opened = vi.fn<typeof window.open>()
  const popup = () => ({ closed: false, focus: vi.fn(), close: vi.fn(), location: { href: 'http://localhost/mirror' } })
  beforeEach(() => {
    localStorage.clear()
    notify.mockReset()
    opened.mockReset()
    vi.stubGlobal('open', opened)
    useMirror.setState({ state: null })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('explain how to allow them in the current browser', () => {
    opened.mockReturnValue(null)
    openMirror(1)
    expect(notify.mock.calls[0]?.[0]).toBe('warning')
    const agents = ['Mozilla Firefox/140', 'Chrome/150 Edg/150', 'Chrome/150 Safari/537', 'Version/26 Safari/605', 'Lynx']
    expect(new Set(agents.map(blockedText)).size).toBe(5)
  })

  it('open at 1600x900, later at their last bounds, and are brought to the front when already open', () => {
    const first = popup()
    opened.mockReturnValue(partOf<Window>(first))
    openMirror('next')
    expect(opened.mock.calls[0]).toEqual(['/mirror', 'aerie-mirror-1', 'popup=yes,width=1600,height=900'])
    localStorage.setItem('aerie-mirror-places', JSON.stringify({ 2: { left: 1920, top: 40, width: 1200, height: 800 } }))
    const second = popup()
    opened.mockReturnValue(partOf<Window>(second))
    openMirror('next')
    expect(opened.mock.calls[1]).toEqual(['/mirror', 'aerie-mirror-2', 'popup=yes,width=1200,height=800,left=1920,top=40'])
    openMirror('next')
    expect(opened).toHaveBeenCalledTimes(2)
    expect(first.focus).toHaveBeenCalledOnce()
    expect(notify.mock.calls.at(-1)?.[1]).toMatch(/Three screens are already open/)
    first.closed = true
    second.closed = true
  })

  it('are found by name when another page opened them, and never navigated away', () => {
    useMirror.setState({ state: stateOf(member(1, 'main'), [member(2, 'mirror-1')]) })
    const there = popup()
    opened.mockReturnValue(partOf<Window>(there))
    openMirror(1)
    expect(opened.mock.calls[0]?.slice(0, 2)).toEqual(['', 'aerie-mirror-1'])
    expect(there.focus).toHaveBeenCalledOnce()
    expect(there.close).not.toHaveBeenCalled()
    there.closed = true
    const blank = { ...popup(), location: { href: 'about:blank' } }
    opened.mockReturnValue(partOf<Window>(blank))
    openMirror(1)
    expect(blank.close).toHaveBeenCalledOnce()
  })

  it('are all restored at once', async () => {
    const windows = [popup(), popup()]
    for (const each of windows) opened.mockReturnValueOnce(partOf<Window>(each))
    await restoreScreens()
    expect(opened.mock.calls.map(([, name]) => name)).toEqual(['aerie-mirror-1', 'aerie-mirror-2'])
    for (const each of windows) each.closed = true
  })

  it('have default bounds when the stored ones are invalid', () => {
    localStorage.setItem('aerie-mirror-places', '{"1":{"left":"x"}}')
    expect(boundsFor(1)).toEqual({ left: null, top: null, width: 1600, height: 900 })
    localStorage.setItem('aerie-mirror-places', 'no json')
    expect(boundsFor(2)).toEqual({ left: null, top: null, width: 1600, height: 900 })
  })
})
