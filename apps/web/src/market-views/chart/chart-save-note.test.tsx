import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ChartSaveNote } from './chart-save-note.tsx'

afterEach(cleanup)
const well = { trouble: null, isFragile: false, onSaveNow: () => undefined }

it.each(['loading', 'saved', 'waiting'] as const)('says nothing while all is well: %s', (save) => {
  render(<ChartSaveNote {...well} save={save} />)
  expect(screen.getByRole('status').textContent).toBe('')
})

it('says what is not saved and why, and tries again on request', () => {
  const onSaveNow = vi.fn()
  render(<ChartSaveNote {...well} save="refused" trouble="This is too large to send." onSaveNow={onSaveNow} />)
  expect(screen.getByRole('status').textContent).toContain('could not be saved. This is too large to send. They are kept in this browser.')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(onSaveNow).toHaveBeenCalledOnce()
})

it('warns where leaving the page would lose them', () => {
  render(<ChartSaveNote {...well} save="failed" isFragile />)
  expect(screen.getByRole('status').textContent).toContain('do not leave the page')
})

it('tells a guest where drawings are kept, with nothing to try again', () => {
  render(<ChartSaveNote {...well} save="local" />)
  expect(screen.getByRole('status').textContent).toContain('in this browser only')
  expect(screen.queryByRole('button')).toBeNull()
})
