import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useServerState } from '../../platform/api/server-state.ts'
import { setLink } from '../../platform/live/market/market-status.ts'
import { ServerBanner } from './shell.tsx'

afterEach(() => {
  cleanup()
  useServerState.setState({ kind: 'ready' }, true)
  setLink('connecting')
  vi.restoreAllMocks()
})

const SINCE = new Date(2026, 10, 20, 12, 3, 10).getTime()
const text = () => screen.getByRole('status').textContent
const become = (kind: 'away' | 'starting', detail = '') => act(() => useServerState.setState({ kind, detail, since: SINCE, nextAt: null }))

it('shows nothing while the server is ready', () => {
  render(<ServerBanner />)
  expect(text()).toBe('')
})

it('shows that the server is unreachable, the age of the figures, and that it keeps retrying', () => {
  render(<ServerBanner />)
  become('away')
  expect(text()).toMatch(/^The server cannot be reached\. Figures are as of .*03.10.*\. Trying again now\./)
})

it('shows what is starting, and that prices are live where they are', () => {
  render(<ServerBanner />)
  become('starting')
  expect(text()).toMatch(/^The server is starting\. Figures are as of/)
  become('starting', 'Paper trading is starting.')
  expect(text()).toMatch(/^The server is starting: Paper trading is starting\. Figures are as of/)
  act(() => setLink('socket'))
  expect(text()).toContain('Prices are live; other figures are as of')
})

it('shows that there is no network when that is the cause', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<ServerBanner />)
  become('away')
  expect(text()).toMatch(/^You are offline\./)
})
