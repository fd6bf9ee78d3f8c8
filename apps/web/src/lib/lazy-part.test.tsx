import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '../ui/states/error-boundary.tsx'
import { ASK_EVERY_MS } from './http/server-state.ts'
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

const Page = () => <p>The page</p>
function show(load: () => Promise<{ readonly Page: typeof Page }>): void {
  const Late = lazyPart(load, 'Page')
  render(
    <ErrorBoundary>
      <Suspense fallback="Loading">
        <Late />
      </Suspense>
    </ErrorBoundary>,
  )
}

it('loads code once the server is back that could not be loaded while it was away', async () => {
  isThere = false
  show(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return { Page }
  })
  await vi.advanceTimersByTimeAsync(3 * ASK_EVERY_MS)
  expect(document.body.textContent).toBe('Loading')
  isThere = true
  await vi.advanceTimersByTimeAsync(ASK_EVERY_MS)
  expect(await screen.findByText('The page')).toBeDefined()
})

it('says so where the code cannot be loaded although the server is there, after one more attempt', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  show(load)
  expect(await screen.findByText('This page could not be shown')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})
