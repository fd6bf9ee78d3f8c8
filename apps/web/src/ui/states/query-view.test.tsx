import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api/api-error.ts'
import { useServerState } from '../../platform/api/server-state.ts'
import { PagesView, QueryView, type ViewedQuery } from './query-view.tsx'

afterEach(cleanup)

const query = (part: Partial<ViewedQuery<string>>): ViewedQuery<string> => ({
  data: undefined,
  error: null,
  isFetching: false,
  refetch: vi.fn(),
  ...part,
})
const offline = new ApiError({ code: 'offline', status: 0, detail: '' })
const show = (
  part: Partial<ViewedQuery<string>>,
  texts: { reassurance?: string; stale?: null; isCompact?: boolean; errorClassName?: string } = {},
) => {
  const given = query(part)
  render(
    <QueryView query={given} loading="Loading the pool" failed="The pool could not be loaded" {...texts}>
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

it('says nothing of a failed refetch where the content does, and marks it as stale', () => {
  show({ data: '4,000 AERIE', error: offline }, { stale: null })
  expect(screen.getByText('4,000 AERIE').closest('[data-outdated]')).not.toBeNull()
  expect(document.body.textContent).toBe('4,000 AERIE')
})

it('names a failure in one line where there is little room, in the box that is given', () => {
  const { refetch } = show({ error: offline }, { isCompact: true, errorClassName: 'p-3' })
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toMatch(/^The pool could not be loaded\. The server cannot be reached\./)
  expect([alert.parentElement?.className, screen.queryByRole('heading')]).toEqual(['p-3', null])
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

describe('a list of pages', () => {
  type Paged = Parameters<typeof PagesView<readonly string[]>>[0]['query']
  const pages = (part: Partial<Paged>) => {
    const given: Paged = {
      data: ['first'],
      error: null,
      isFetching: false,
      refetch: vi.fn(),
      hasNextPage: true,
      isFetchingNextPage: false,
      isFetchNextPageError: false,
      fetchNextPage: vi.fn(),
      ...part,
    }
    render(
      <PagesView query={given} loading="Loading the orders" failed="The orders could not be loaded" more="Show older" empty="No orders">
        {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
      </PagesView>,
    )
    return given
  }

  it('offers the next page while there is one', () => {
    const { fetchNextPage } = pages({})
    fireEvent.click(screen.getByRole('button', { name: 'Show older' }))
    expect(fetchNextPage).toHaveBeenCalledOnce()
    cleanup()
    pages({ hasNextPage: false })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('offers the next page where a filter left nothing of the first', () => {
    pages({ data: [] })
    expect(screen.getByText(/^No orders/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show older' })).toBeTruthy()
  })

  it('names a next page that failed in its place, and keeps the pages before it as current', () => {
    const { fetchNextPage, refetch } = pages({ error: offline, isFetchNextPageError: true })
    expect(screen.getByText('first').closest('[data-outdated]')).toBeNull()
    expect(screen.getByRole('alert').textContent).toMatch(/^The next page could not be loaded\. The server cannot be reached\./)
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect([fetchNextPage, refetch].map((call) => vi.mocked(call).mock.calls.length)).toEqual([1, 0])
  })

  it('marks its pages as stale where they could not be updated', () => {
    const { refetch } = pages({ error: offline })
    expect(screen.getByText('first').closest('[data-outdated]')).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(refetch).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Show older' })).toBeTruthy()
  })
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
