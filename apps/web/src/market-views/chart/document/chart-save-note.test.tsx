import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ChartSaveNote } from './chart-save-note.tsx'

afterEach(cleanup)
const well = { state: 'ready', trouble: null, isFragile: false, onSaveNow: () => undefined } as const

it.each([
  ['loading', 'saved'],
  ['ready', 'saved'],
  ['ready', 'saving'],
] as const)('says nothing while all is well: %s, %s', (state, saving) => {
  render(<ChartSaveNote {...well} state={state} saving={saving} />)
  expect(screen.getByRole('status').textContent).toBe('')
})

it('says what is not saved and why, and tries again on request', () => {
  const onSaveNow = vi.fn()
  render(<ChartSaveNote {...well} saving="refused" trouble="This is too large to send." onSaveNow={onSaveNow} />)
  expect(screen.getByRole('status').textContent).toContain('could not be saved. This is too large to send. They are kept in this browser.')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(onSaveNow).toHaveBeenCalledOnce()
})

it('says that what was saved could not be read, and asks again on request', () => {
  const onSaveNow = vi.fn()
  render(<ChartSaveNote {...well} state="failed" saving="saved" onSaveNow={onSaveNow} />)
  expect(screen.getByRole('status').textContent).toContain('could not be loaded')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(onSaveNow).toHaveBeenCalledOnce()
})

it('warns where leaving the page would lose them', () => {
  render(<ChartSaveNote {...well} state="failed" saving="offline" isFragile />)
  expect(screen.getByRole('status').textContent).toContain('do not leave the page')
})

it('tells a guest where drawings are kept, with nothing to try again', () => {
  render(<ChartSaveNote {...well} saving="local" />)
  expect(screen.getByRole('status').textContent).toContain('in this browser only')
  expect(screen.queryByRole('button')).toBeNull()
})
