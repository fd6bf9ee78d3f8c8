import { render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ASK_EVERY_MS } from '../api/server-state.ts'
import { lazyPart } from './lazy-part.ts'

let isThere: boolean

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  isThere = true
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch')
    return Response.json({ data: { parts: [] } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

class Boundary extends Component<{ readonly children: ReactNode }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }
  override render = () => (this.state.hasFailed ? 'Failed' : this.props.children)
}
const Page = () => <p>The page</p>
function show(load: () => Promise<typeof Page>): void {
  const Late = lazyPart(load)
  render(
    <Boundary>
      <Suspense fallback="Loading">
        <Late />
      </Suspense>
    </Boundary>,
  )
}

it('loads code that failed to load during an outage once the server is back', async () => {
  isThere = false
  show(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return Page
  })
  await vi.advanceTimersByTimeAsync(3 * ASK_EVERY_MS)
  expect(document.body.textContent).toBe('Loading')
  isThere = true
  await vi.advanceTimersByTimeAsync(ASK_EVERY_MS)
  expect(await screen.findByText('The page')).toBeDefined()
})

it('reloads the page after an outage when the browser keeps the failure of the module', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, reload })
  isThere = false
  show(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await vi.advanceTimersByTimeAsync(ASK_EVERY_MS)
  expect(reload).not.toHaveBeenCalled()
  isThere = true
  await vi.advanceTimersByTimeAsync(ASK_EVERY_MS)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByText('Failed')).toBeNull()
})

it('shows an error when the code fails to load although the server is reachable, after one more attempt', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  show(load)
  expect(await screen.findByText('Failed')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})
