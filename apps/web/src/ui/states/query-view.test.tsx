import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { useServerState } from '../../lib/http/server-state.ts'
import { QueryView, type ViewedQuery } from './query-view.tsx'

afterEach(cleanup)

const query = (part: Partial<ViewedQuery<string>>): ViewedQuery<string> => ({
  data: undefined,
  error: null,
  isFetching: false,
  refetch: vi.fn(),
  ...part,
})
const offline = new ApiError({ code: 'offline', status: 0, detail: '' })
const show = (part: Partial<ViewedQuery<string>>, words: { reassurance?: string } = {}) => {
  const given = query(part)
  render(
    <QueryView query={given} loading="Loading the pool" failed="The pool could not be loaded" {...words}>
      {(data) => <p>{data}</p>}
    </QueryView>,
  )
  return given
}

it('shows a skeleton announced to screen readers as loading', () => {
  show({ isFetching: true })
  expect(screen.getByRole('status', { name: 'Loading the pool' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows a failure with its cause and a reassurance, and retries', () => {
  const { refetch } = show({ error: offline }, { reassurance: 'Your stake is safe.' })
  expect(screen.getByRole('alert').textContent).toContain('The pool could not be loaded')
  expect(screen.getByRole('alert').textContent).toContain('Check your connection and try again. Your stake is safe.')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('keeps data that could not be updated, marked as stale, with a message and a way to retry', () => {
  const { refetch } = show({ data: '4,000 AERIE', error: offline })
  expect(screen.getByText('4,000 AERIE').closest('[data-outdated]')).not.toBeNull()
  expect(screen.getByRole('status').textContent).toContain('This could not be updated. The server cannot be reached.')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('marks its data as stale, without a message, while the server is not ready', () => {
  show({ data: '4,000 AERIE' })
  const isMarked = () => screen.getByText('4,000 AERIE').closest('[data-outdated]') !== null
  expect(isMarked()).toBe(false)
  act(() => useServerState.setState({ kind: 'away', detail: '', since: 0, nextAt: null }))
  expect([isMarked(), document.body.textContent]).toEqual([true, '4,000 AERIE'])
  act(() => useServerState.setState({ kind: 'ready' }))
  expect(isMarked()).toBe(false)
})

it('shows an empty state when there is no data', () => {
  render(
    <QueryView query={query({ data: '' })} loading="" failed="" isEmpty={(data) => data === ''} empty="No pool yet">
      {(data) => <p>{data}</p>}
    </QueryView>,
  )
  expect(document.body.textContent).toBe('No pool yet')
})

it('counts down to the next retry of a query, visually only', () => {
  vi.useFakeTimers()
  const busy = new ApiError({ code: 'unavailable', status: 503, detail: '', retryAfterSeconds: 12 })
  busy.retryAt = performance.now() + 12_000
  show({ error: busy })
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('This is not available right now. Trying again in 12 s.')
  act(() => void vi.advanceTimersByTime(2000))
  expect(alert.querySelector('[aria-hidden]')?.textContent).toBe('Trying again in 10 s.')
  act(() => void vi.advanceTimersByTime(10_000))
  expect(alert.querySelector('[aria-hidden]')?.textContent).toBe('Trying again now.')
  expect(alert.querySelector('.sr-only')?.textContent).toBe('Trying again automatically.')
  vi.useRealTimers()
})
