import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LogOutDialog } from './log-out-dialog.tsx'

const endSession = vi.hoisted(() => vi.fn<() => void>())
vi.mock('../platform/session/session.ts', () => ({ endSession }))
afterEach(cleanup)
beforeEach(() => {
  endSession.mockReset()
})

describe('Log Out', () => {
  it('asks with the text of the specification', () => {
    render(<LogOutDialog onClose={() => undefined} />)
    expect(screen.getByText('You are about to log out of your session. Are you sure you wish to proceed?')).toBeTruthy()
    expect(screen.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'))).toEqual([
      'Close',
      'Cancel',
      'Log Out',
    ])
  })

  it('keeps the user logged in on Cancel', () => {
    const onClose = vi.fn<() => void>()
    render(<LogOutDialog onClose={onClose} />)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect([onClose.mock.calls.length, endSession.mock.calls.length]).toEqual([1, 0])
  })

  it('logs out on Log Out', async () => {
    render(<LogOutDialog onClose={() => undefined} />)
    fireEvent.click(screen.getByRole('button', { name: 'Log Out' }))
    await waitFor(() => expect(endSession).toHaveBeenCalledTimes(1))
  })
})
