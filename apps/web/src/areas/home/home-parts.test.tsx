import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { setLink } from '../../platform/live/market/market-status.ts'
import { HomePage } from './home-page.tsx'

vi.mock(import('./home-market.tsx'), () => {
  throw new Error('a newer version has been installed')
})
vi.mock(import('../../platform/live/socket/live-client.ts'), () => ({
  startLive: () => undefined,
  sendRequest: vi.fn(),
  sendWatch: vi.fn(),
  joinLive: vi.fn(),
}))
afterEach(cleanup)

it('keeps the list when the market beside it cannot be loaded, and shows what is missing', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/api/v1/status') throw new TypeError('There is no server in a test.')
    return Response.json({ data: { parts: [] } })
  })
  setLink('socket')
  render(
    <MemoryRouter>
      <HomePage />
    </MemoryRouter>,
  )
  await screen.findByRole('alert')
  expect(screen.getByText('The market overview could not be shown')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Cryptocurrency Prices by Market Cap' })).toBeDefined()
})
