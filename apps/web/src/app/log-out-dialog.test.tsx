import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../platform/session/session.ts'
import { testUser } from '../platform/session/test/user.ts'
import { LogOutDialog } from './log-out-dialog.tsx'

const endSession = vi.hoisted(() => vi.fn<() => void>())
vi.mock(import('../platform/session/session.ts'), async (original) => ({ ...(await original()), endSession }))
afterEach(cleanup)
beforeEach(() => {
  endSession.mockReset()
  localStorage.clear()
  useSession.setState({ user: testUser({ user_id: 'u1' }) })
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

  it('warns that the key of a demo wallet would be deleted, and copies it', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const key = `0x${'1f'.repeat(32)}`
    localStorage.setItem('aerie.demo-wallet.u1', key)
    render(<LogOutDialog onClose={() => undefined} />)
    expect(screen.getByRole('note').textContent).toContain('the only key of your demo wallet')
    fireEvent.click(screen.getByRole('button', { name: 'Copy the private key' }))
    await waitFor(() => expect(writeText).toHaveBeenCalledExactlyOnceWith(key))
  })

  it("does not warn about another user's demo wallet", () => {
    localStorage.setItem('aerie.demo-wallet.u2', `0x${'1f'.repeat(32)}`)
    render(<LogOutDialog onClose={() => undefined} />)
    expect(screen.queryByRole('note')).toBeNull()
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
