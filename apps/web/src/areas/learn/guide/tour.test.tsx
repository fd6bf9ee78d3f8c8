import { TOUR_STEPS } from '@aerie/wire/workspace/workspace'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeTour, offerTour, startTour } from '../../../platform/navigation/navigation.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { STEPS, Tour } from './tour.tsx'
import { TourHost } from './tour-host.tsx'

vi.mock(import('../../../platform/live/messages/messages-client.ts'), async (original) => ({
  ...(await original()),
  openMessages: vi.fn(),
}))

type Guide = { readonly tour: string; readonly step: number }
let kept: { version: number; body: Guide | null }
const onClose = vi.fn<() => void>()
let user = 0
beforeEach(() => {
  kept = { version: 0, body: null }
  onClose.mockClear()
  closeTour()
  user += 1
  // Documents are cached per user, so each test uses a new user.
  useSession.setState({
    phase: 'active',
    token: 't',
    user: testUser({ user_id: `00000000-0000-4000-8000-00000000000${user}` }),
    endsAt: Date.now() + 900_000,
  })
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined })
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method === 'PUT') kept = { version: kept.version + 1, body: (JSON.parse(String(init.body)) as { body: Guide }).body }
    return Response.json({ data: { ...kept, updated_at: kept.version === 0 ? null : 1 } })
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <MemoryRouter>
      <nav>
        <a href="/claw/trade">Trade</a>
      </nav>
      <Tour onClose={onClose} />
    </MemoryRouter>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('has as many steps as the server stores', () => expect(STEPS).toHaveLength(TOUR_STEPS))

it('guides a new user through five steps, and then ends for good', async () => {
  show()
  expect(await screen.findByText('Step 1 of 5')).toBeDefined()
  for (const _step of [2, 3, 4, 5]) press('Next')
  expect(screen.getByText('Step 5 of 5')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Start the first lesson' }).getAttribute('href')).toBe('/claw/learn?lesson=first-trade')
  press('Finish')
  expect(onClose).toHaveBeenCalled()
  await waitFor(() => expect(kept.body).toEqual({ tour: 'ended', step: 4 }))
})

it('can be closed at any step, by a button or by Escape', async () => {
  show()
  await screen.findByText('Step 1 of 5')
  press('Next')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalled()
  await waitFor(() => expect(kept.body).toEqual({ tour: 'ended', step: 1 }))
})

it('takes the focus when nothing on the page has it, so that the keyboard reaches it at once', async () => {
  show()
  await screen.findByText('Step 1 of 5')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
})

it('does not take the focus from a field in use', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  show()
  await screen.findByText('Step 1 of 5')
  expect(document.activeElement).toBe(field)
  field.remove()
})

it('is not shown to users who have ended it', async () => {
  kept = { version: 3, body: { tour: 'ended', step: 2 } }
  show()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('restarts on request', async () => {
  kept = { version: 3, body: { tour: 'ended', step: 2 } }
  act(startTour)
  show()
  expect(await screen.findByText('Step 1 of 5')).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

it('resumes at the step where it was left open', async () => {
  kept = { version: 3, body: { tour: 'running', step: 2 } }
  show()
  expect(await screen.findByText('Step 3 of 5')).toBeDefined()
})

it('that was offered to one user is never shown to the next user of this page', async () => {
  offerTour()
  const host = () =>
    render(
      <MemoryRouter>
        <TourHost />
      </MemoryRouter>,
    )
  host()
  expect(await screen.findByText('Step 1 of 5')).toBeDefined()
  act(() => useSession.setState({ user: null }))
  cleanup()
  kept = { version: 0, body: null }
  useSession.setState({ user: testUser({ user_id: '00000000-0000-4000-8000-0000000000ff' }) })
  const { container } = host()
  await act(async () => undefined)
  expect(container.innerHTML).toBe('')
  expect(kept.body).toBeNull()
})
