import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ChartSaveNote } from './chart-save-note.tsx'

afterEach(cleanup)
const well = { state: 'ready', trouble: null, isFragile: false, onSaveNow: () => undefined } as const

it.each([
  ['loading', 'saved'],
  ['ready', 'saved'],
  ['ready', 'saving'],
] as const)('shows nothing while all is well: %s, %s', (state, saving) => {
  render(<ChartSaveNote {...well} state={state} saving={saving} />)
  expect(screen.getByRole('status').textContent).toBe('')
})

it('shows what is not saved and why, and retries on request', () => {
  const onSaveNow = vi.fn()
  render(<ChartSaveNote {...well} saving="refused" trouble="This is too large to send." onSaveNow={onSaveNow} />)
  expect(screen.getByRole('status').textContent).toContain('could not be saved. This is too large to send. They are kept in this browser.')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(onSaveNow).toHaveBeenCalledOnce()
})

it('shows that the saved document could not be loaded, and retries on request', () => {
  const onSaveNow = vi.fn()
  render(<ChartSaveNote {...well} state="failed" saving="saved" onSaveNow={onSaveNow} />)
  expect(screen.getByRole('status').textContent).toContain('could not be loaded')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(onSaveNow).toHaveBeenCalledOnce()
})

it('warns when leaving the page would lose changes', () => {
  render(<ChartSaveNote {...well} state="failed" saving="offline" isFragile />)
  expect(screen.getByRole('status').textContent).toContain('do not leave the page')
})

it('shows a guest where drawings are stored, without a retry button', () => {
  render(<ChartSaveNote {...well} saving="local" />)
  expect(screen.getByRole('status').textContent).toContain('in this browser only')
  expect(screen.queryByRole('button')).toBeNull()
})
