import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import type { BrowserPush } from '../browser-push.ts'
import { testChannels, testId } from '../test/alerts.ts'
import { PushChannel } from './channel-settings.tsx'

const readPush = vi.hoisted(() => vi.fn<() => Promise<BrowserPush>>())
vi.mock(import('../browser-push.ts'), async (original) => ({ ...(await original()), readPush }))

const device = (number: number) => ({ id: testId(number), name: 'Chrome', created_at: '2026-01-15T10:00:00.000Z', sent_at: null })
const show = (...numbers: readonly number[]) => render(<PushChannel push={{ ...testChannels().push, devices: numbers.map(device) }} />)
const showWithoutContact = () => render(<PushChannel push={{ ...testChannels().push, has_contact: false }} />)

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

it('does not offer push in Safari when the server has no contact', async () => {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
  readPush.mockResolvedValue({ state: 'off', device: null })
  showWithoutContact()
  expect(await screen.findByText(/not available in Safari on this server/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('offers push in other browsers without a contact', async () => {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.')
  readPush.mockResolvedValue({ state: 'off', device: null })
  showWithoutContact()
  expect(await screen.findByRole('button', { name: 'Switch on in this browser' })).toBeTruthy()
})

it('shows the owner of the subscription that this browser gets alerts', async () => {
  readPush.mockResolvedValue({ state: 'on', device: testId(1) })
  show(2, 1)
  expect(await screen.findByText('This browser gets alerts even when Aerie is closed.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Switch off in this browser' })).toBeTruthy()
})

it('offers to switch on when the browser receives another user’s messages', async () => {
  readPush.mockResolvedValue({ state: 'on', device: testId(1) })
  show(2)
  expect(await screen.findByRole('button', { name: 'Switch on in this browser' })).toBeTruthy()
  expect(screen.queryByText(/This browser gets alerts/)).toBeNull()
})
