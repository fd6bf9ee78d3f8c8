import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)
const cancelled = () => new Event('cancel', { bubbles: true, cancelable: true })

it('closes by its own cancel, and stays where only the chooser of a file in it was cancelled', () => {
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

it('stands again where the browser closed it and its owner keeps it', async () => {
  const onClose = vi.fn()
  render(<Dialog title="Sending" onClose={onClose} />)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  dialog.close()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  await vi.waitFor(() => expect(dialog.open).toBe(true))
})
