import type { SavedDocument } from '@aerie/wire/workspace/document'
import type { ShortcutChoices } from '@aerie/wire/workspace/shortcuts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testUser } from '../session/test/user.ts'

vi.mock('../live/messages/messages-client.ts', () => ({ openMessages: () => undefined }))

let saved: Map<string, { version: number; body: ShortcutChoices }>
let who: string
let isAway: boolean
const fetched = vi.fn<typeof fetch>(async (_path, init) => {
  if (isAway) throw new TypeError('away')
  const mine = saved.get(who) ?? { version: 0, body: { keys: {} } }
  if (init?.method !== 'PUT') return Response.json({ data: { ...mine, updated_at: mine.version === 0 ? null : 1 } satisfies SavedDocument })
  const sent: typeof mine = JSON.parse(String(init.body))
  saved.set(who, { version: mine.version + 1, body: sent.body })
  return Response.json({ data: { version: mine.version + 1, updated_at: 1 } })
})

async function openPage() {
  vi.resetModules()
  const [sync, choices, session] = await Promise.all([
    import('./shortcut-sync.ts'),
    import('./key-choices.ts'),
    import('../session/session.ts'),
  ])
  const logIn = (id: string) => {
    who = id
    session.useSession.setState({ phase: 'active', token: `t-${id}`, user: testUser({ user_id: id }) })
  }
  sync.followAccountKeys()
  return {
    logIn,
    logOut: () => {
      session.useSession.setState({ phase: 'guest', token: null, user: null })
      localStorage.clear()
    },
    change: sync.changeKeyChoices,
    chosen: () => choices.useKeyChoices.getState().chosen,
  }
}
const settle = () => vi.advanceTimersByTimeAsync(2_000)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  localStorage.clear()
  saved = new Map()
  isAway = false
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('restores choices made while logged in at the next login, although logging out clears the browser', async () => {
  const page = await openPage()
  page.logIn('u1')
  await settle()
  page.change((all) => ({ ...all, palette: 'p' }))
  expect(page.chosen()).toEqual({ palette: 'p' })
  await settle()
  page.logOut()
  const next = await openPage()
  expect(next.chosen()).toEqual({})
  next.logIn('u1')
  await settle()
  expect(next.chosen()).toEqual({ palette: 'p' })
})

it('saves a guest’s choices to an account that has none, and yields to those of an account that has some', async () => {
  const guest = await openPage()
  guest.change(() => ({ coins: 'x' }))
  saved.set('old', { version: 3, body: { keys: { palette: 'p' } } })
  guest.logIn('new')
  await settle()
  expect(saved.get('new')?.body).toEqual({ keys: { coins: 'x' } })
  localStorage.clear()
  const other = await openPage()
  other.change(() => ({ coins: 'y' }))
  other.logIn('old')
  await settle()
  expect([other.chosen(), saved.get('old')?.version]).toEqual([{ palette: 'p' }, 3])
})

it('never passes the keys of one user to another', async () => {
  const page = await openPage()
  page.logIn('u1')
  await settle()
  page.change(() => ({ palette: 'p' }))
  await settle()
  // The session expired without a logout: local storage was not cleared.
  const later = await openPage()
  later.logIn('u2')
  await settle()
  expect([later.chosen(), saved.has('u2')]).toEqual([{}, false])
})

it('keeps a choice made while the server is unreachable, and sends it once the server is back', async () => {
  const page = await openPage()
  page.logIn('u1')
  await settle()
  isAway = true
  page.change(() => ({ palette: 'p' }))
  await settle()
  expect(page.chosen()).toEqual({ palette: 'p' })
  isAway = false
  await vi.advanceTimersByTimeAsync(120_000)
  expect(saved.get('u1')?.body).toEqual({ keys: { palette: 'p' } })
})

it('resets this browser when the account’s keys were reset elsewhere', async () => {
  const page = await openPage()
  page.logIn('u1')
  await settle()
  page.change(() => ({ palette: 'p' }))
  await settle()
  saved.set('u1', { version: 9, body: { keys: {} } })
  const again = await openPage()
  expect(again.chosen()).toEqual({ palette: 'p' })
  again.logIn('u1')
  await settle()
  expect(again.chosen()).toEqual({})
})
