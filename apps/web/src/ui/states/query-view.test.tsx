import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
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

it('shows a skeleton that screen readers hear as loading', () => {
  show({ isFetching: true })
  expect(screen.getByRole('status', { name: 'Loading the pool' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('names a failure with its cause and what reassures, and tries again', () => {
  const { refetch } = show({ error: offline }, { reassurance: 'Your stake is safe.' })
  expect(screen.getByRole('alert').textContent).toContain('The pool could not be loaded')
  expect(screen.getByRole('alert').textContent).toContain('Check your connection and try again. Your stake is safe.')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('keeps data on show when a later fetch has failed', () => {
  show({ data: '4,000 AERIE', error: offline })
  expect(screen.getByText('4,000 AERIE')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
