import type { MarketStatus } from '@aerie/wire/market/market'
import type { ReplayView } from '@aerie/wire/market/replay'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { setStatus, useMarketState } from '../../../platform/live/market/market-status.ts'
import { testStatus } from '../../../platform/live/test/market.ts'
import { useSession } from '../../../platform/session/session.ts'
import { ReplayBar } from './replay-bar.tsx'

const FROM = Date.UTC(2023, 9, 1)
const END = Date.UTC(2023, 10, 1)
const THEN = Date.UTC(2023, 9, 2, 0, 34)
const VIEW: ReplayView = { state: 'playing', speed: 60, market_time: THEN, from: FROM, end: END, step_ms: 60_000, controls: 'users' }

let sent: unknown[]
let view: ReplayView
let reloads: number

function answer(_url: string | URL | Request, init?: RequestInit): Promise<Response> {
  if (init?.method === 'POST') sent.push(JSON.parse(String(init.body)))
  return Promise.resolve(Response.json({ data: view }))
}
const replaying = (state: ReplayView['state'], run = 0): MarketStatus =>
  testStatus({
    source: 'replay',
    badge: 'REPLAY',
    market_time: THEN,
    newest_tick: THEN,
    speed: state === 'playing' ? 60 : 0,
    replay: { run, state },
  })

beforeEach(() => {
  sent = []
  view = VIEW
  reloads = 0
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('location', { ...location, reload: () => (reloads += 1) })
  useSession.setState({ token: 't', phase: 'active' })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  useSession.setState(useSession.getInitialState(), true)
  useMarketState.setState(useMarketState.getInitialState(), true)
})
const show = (status: MarketStatus, path = '/claw/trade') => {
  setStatus(status)
  render(
    <MemoryRouter initialEntries={[path]}>
      <ReplayBar />
    </MemoryRouter>,
  )
}
const button = (name: string) => screen.findByRole('button', { name })

it('pauses, then plays, and shows the current state', async () => {
  show(replaying('playing'))
  fireEvent.click(await button('Pause the replay'))
  await waitFor(() => expect(sent).toEqual([{ action: 'pause' }]))
  act(() => setStatus(replaying('paused')))
  expect(screen.getByRole('status').textContent).toBe('The replay is paused.')
  fireEvent.click(await button('Play the replay'))
  await waitFor(() => expect(sent.at(-1)).toEqual({ action: 'play' }))
})

it('steps by the candle size of the recording, and sets the speed', async () => {
  show(replaying('paused'))
  fireEvent.click(await button('Next minute'))
  await waitFor(() => expect(sent).toEqual([{ action: 'step' }]))
  fireEvent.change(screen.getByRole('combobox', { name: 'Replay speed' }), { target: { value: '300' } })
  await waitFor(() => expect(sent.at(-1)).toEqual({ action: 'speed', speed: 300 }))
})

it('sends a speed chosen while a press is pending after that press, and drops a second press', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answered = await answer(url, init)
    if (sent.length === 1) await promise
    return answered
  })
  show(replaying('paused'))
  fireEvent.click(await button('Next minute'))
  fireEvent.change(screen.getByRole('combobox', { name: 'Replay speed' }), { target: { value: '300' } })
  fireEvent.click(await button('Next minute'))
  await waitFor(() => expect(sent).toEqual([{ action: 'step' }]))
  resolve()
  await waitFor(() => expect(sent).toEqual([{ action: 'step' }, { action: 'speed', speed: 300 }]))
})

it('jumps only to dates within the recording, and sends no others', async () => {
  show(replaying('playing'))
  fireEvent.click(await button('Go to a date'))
  const field = await screen.findByLabelText('Date and time')
  fireEvent.change(field, { target: { value: '2024-01-01T00:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Go to date', hidden: true }))
  expect(screen.getByText(/^Choose a moment from/)).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(field, { target: { value: '2023-10-15T12:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Go to date', hidden: true }))
  await waitFor(() => expect(sent).toEqual([{ action: 'jump', to: new Date('2023-10-15T12:00').getTime() }]))
  await waitFor(() => expect(screen.queryByLabelText('Date and time')).toBeNull())
})

it('offers only a date once the replay has ended', async () => {
  view = { ...VIEW, state: 'ended' }
  show(replaying('ended'))
  fireEvent.click(await button('Play the replay'))
  fireEvent.click(await button('Next minute'))
  expect(screen.getByRole('button', { name: 'Next minute' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Go to a date' }).getAttribute('aria-disabled')).toBeNull()
  expect(sent).toEqual([])
})

it('is not shown when the operator keeps the controls', async () => {
  view = { ...VIEW, controls: 'operator' }
  show(replaying('playing'))
  await waitFor(() => expect(queryClient.getQueryData(['replay', 0, 'playing', 60])).toEqual(view))
  expect(screen.queryByRole('group')).toBeNull()
})

it.each([
  ['one does not trade', '/tradealerts', 't'],
  ['nobody is signed in', '/claw/trade', null],
] as const)('is not shown where %s, and sends no request', (_why, path, token) => {
  const fetched = vi.fn(answer)
  vi.stubGlobal('fetch', fetched)
  useSession.setState({ token })
  show(replaying('playing'), path)
  expect([screen.queryByRole('group'), fetched.mock.calls]).toEqual([null, []])
})

it('reloads the page after a jump only', () => {
  setStatus(replaying('playing'))
  setStatus(replaying('paused'))
  expect(reloads).toBe(0)
  setStatus(replaying('paused', 1))
  expect(reloads).toBe(1)
})
