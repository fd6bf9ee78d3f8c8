import '../../../test/silent-live-client.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { setLink } from '../../platform/live/market/market-status.ts'
import { HomePage } from './home-page.tsx'

vi.mock(import('./home-market.tsx'), () => {
  throw new Error('a newer version has been installed')
})
afterEach(cleanup)

const TABLET_REM = 48
const stubTablet = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: TABLET_REM >= Number(/min-width: ([\d.]+)rem/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

it('keeps the list when the market beside it, shown from a tablet up, cannot be loaded, and shows what is missing', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  stubTablet()
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
