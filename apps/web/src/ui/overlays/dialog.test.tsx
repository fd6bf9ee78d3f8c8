import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)
const cancelled = () => new Event('cancel', { bubbles: true, cancelable: true })

it('closes on its own cancel event, and stays open when only its file chooser was cancelled', () => {
  const onClose = vi.fn()
  render(
    <Dialog title="Import" onClose={onClose}>
      <input type="file" aria-label="File" />
    </Dialog>,
  )
  fireEvent(screen.getByLabelText('File'), cancelled())
  expect(onClose).not.toHaveBeenCalled()
  fireEvent(screen.getByRole('dialog'), cancelled())
  expect(onClose).toHaveBeenCalledOnce()
})

it('reopens when the browser closed it and its owner keeps it open', async () => {
  const onClose = vi.fn()
  render(<Dialog title="Sending" onClose={onClose} />)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  dialog.close()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  await vi.waitFor(() => expect(dialog.open).toBe(true))
})
