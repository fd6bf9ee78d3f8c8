import '../../test/silent-live-client.ts'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../platform/session/session.ts'
import { testUser } from '../platform/session/test/user.ts'
import { Screens } from './screens.tsx'

vi.mock(import('../platform/mirror/mirror-runtime.ts'), () => ({
  takeLead: vi.fn(),
  detach: vi.fn(),
  rejoin: vi.fn(),
  setLeader: vi.fn(),
  setMode: vi.fn(),
  startMirror: vi.fn(),
}))

let place = ''
function LocationProbe() {
  const { pathname, search } = useLocation()
  place = pathname + search
  return null
}
const show = (path: string) =>
  act(async () => {
    render(
      <MemoryRouter initialEntries={[path]}>
        <LocationProbe />
        <Screens />
      </MemoryRouter>,
    )
  })
/** Selects by element: a role query over the whole shell takes a second each time. */
const titled = (title: string) => waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(title))
const logIn = (more: Partial<ReturnType<typeof testUser>> = {}) =>
  useSession.setState({ phase: 'active', token: 't', user: testUser(more), endsAt: Date.now() + 900_000 })

// The first load of a large screen may exceed the query timeout.
beforeAll(() =>
  Promise.all([
    import('./guarded-screens.tsx'),
    import('../areas/forecast/ipc/ipc-page.tsx'),
    import('../areas/alerts/alerts-page.tsx'),
    import('../areas/currencies/currencies-page.tsx'),
    import('../areas/account/account-page.tsx'),
    import('../areas/account/details/details-page.tsx'),
    import('../areas/account/persona/persona-page.tsx'),
    import('../areas/account/subscriptions/subscriptions-page.tsx'),
    import('../areas/account/wallets/wallets-page.tsx'),
    import('../areas/claw/claw-page.tsx'),
    import('../areas/learn/learn-page.tsx'),
    import('../areas/present/present-page.tsx'),
    import('../areas/research/pretrade-page.tsx'),
    import('../areas/membership/rewards/rewards-screen.tsx'),
    import('../areas/trade/trade-page.tsx'),
    import('../areas/journal/posttrade-page.tsx'),
  ]),
)
beforeEach(() => {
  localStorage.clear()
  useSession.setState({ phase: 'guest', token: null, user: null, endsAt: null })
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('no network in this test')))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Every route except Home and /auth. */
const SCREENS = [
  ['/claw', 'Claw'],
  ['/claw/pretrade', 'Pre-trade'],
  ['/claw/trade', 'Trade'],
  ['/claw/posttrade', 'Post-trade'],
  ['/claw/social', 'Social'],
  ['/claw/copy', 'Copy'],
  ['/claw/learn', 'Learn'],
  ['/learn', 'Learn'],
  ['/currencies/BTC', 'BTC'],
  ['/ipc', 'IPC · BTC'],
  ['/ipc/ETH', 'IPC · ETH'],
  ['/tradealerts', 'Trade Alerts'],
  ['/account', 'Details'],
  ['/account/details', 'Details'],
  ['/account/tradepersona', 'Trade Persona'],
  ['/account/account', 'Account'],
  ['/account/apex', 'Apex'],
  ['/account/wallets', 'Wallets'],
  ['/account/subscriptions', 'Subscriptions'],
  ['/traderewards', 'Stake'],
  ['/traderewards/withdraw', 'Withdraw'],
  ['/traderewards/rewards', 'Rewards'],
] as const

describe('the guard', () => {
  it.each(SCREENS)('redirects a guest from %s to the login and remembers the target', async (path) => {
    await show(`${path}?x=1`)
    await waitFor(() => expect(place).toBe(`/auth/login?next=${encodeURIComponent(`${path}?x=1`)}`))
  })

  it.each(SCREENS)('lets a user open %s', async (path, title) => {
    logIn()
    await show(path)
    await titled(title)
    await waitFor(() => expect(document.title).toBe(`${title} · Aerie`))
  })

  it.each([
    ['/mirror', 'Pre-trade, mirror', 'Pre-trade, mirror'],
    ['/present', 'Market, 24 hours', 'Present'],
  ])('lets a user open %s, headed %s', async (path, heading, title) => {
    logIn()
    await show(path)
    await titled(heading)
    await waitFor(() => expect(document.title).toBe(`${title} · Aerie`))
  })

  it('lets everyone open Home', async () => {
    await show('/')
    await titled('Explore the Market with the top 50 tokens')
    expect(place).toBe('/')
  })

  it('redirects a user whose token has expired and cannot be renewed to the login', async () => {
    vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockResolvedValue(new Response('{}', { status: 401 })))
    useSession.setState({ phase: 'stored', token: 't', user: testUser(), endsAt: 0 })
    await show('/claw')
    await waitFor(() => expect(place).toBe('/auth/login?next=%2Fclaw'))
  })

  it('does not treat an unreachable server as the end of the session, and renews it once the server is back', async () => {
    localStorage.setItem('token', 't')
    useSession.setState({ phase: 'stored', token: 't', user: testUser(), endsAt: 0 })
    await show('/claw')
    expect(await screen.findByText(/^The server cannot be reached. Figures are as of/)).toBeTruthy()
    expect(place).toBe('/claw')
    vi.stubGlobal('fetch', async (path: string) => new Response('{}', { status: path.endsWith('/auth/refresh') ? 401 : 200 }))
    await waitFor(() => expect(place).toBe('/auth/login?next=%2Fclaw'))
    expect(screen.queryByText(/cannot be reached/)).toBeNull()
  })
})

describe('the shell', () => {
  it('shows a message for an unknown page or coin', async () => {
    logIn()
    await show('/nowhere')
    await titled('Page not found')
    cleanup()
    await show('/currencies/NOTACOIN')
    await titled('Currency not found')
  })

  it('shows the IPC tab and the dark header to IPC subscribers, and no rail on the IPC page', async () => {
    logIn({ subscription: 'IPC' })
    await show('/ipc/BTC')
    expect(document.querySelector('header a[href="/ipc/BTC"]')?.textContent).toBe('IPC')
    expect(document.querySelector('header')?.dataset.themePart).toBe('ipc')
    expect(document.querySelector('nav[aria-label=Sections]')).toBeNull()
  })

  it('shows neither to other users', async () => {
    logIn()
    await show('/ipc/BTC')
    expect(document.querySelector(':is(header, nav[aria-label=Sections]) a[href="/ipc/BTC"]')).toBeNull()
    expect(document.querySelector('header')?.dataset.themePart).toBeUndefined()
  })

  it('shows a stored wallet by its first and last five characters', async () => {
    logIn({ wallet_address: '0x1234567890abcdef1234567890abcdef12345678' })
    await show('/claw')
    expect((await screen.findByLabelText('Wallet 0x123…45678')).textContent).toBe('0x123…45678')
    expect(screen.queryByLabelText('Connect Wallet')).toBeNull()
  })

  it.each(['', 'null'])('does not treat the address %j as a wallet', async (wallet_address) => {
    logIn({ wallet_address })
    await show('/claw')
    expect(screen.getByLabelText('Connect Wallet').tagName).toBe('BUTTON')
  })
})
