import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../app/session.ts'
import { testUser } from '../../app/test-user.ts'
import { ConnectWalletDialog } from './connect-wallet-dialog.tsx'
import { DisconnectWalletDialog } from './disconnect-wallet-dialog.tsx'

const notify = vi.hoisted(() => vi.fn<(type: string, text: string) => void>())
vi.mock('../../ui/toast.ts', () => ({ notify, clearToasts: () => undefined }))
const fetched = vi.fn<typeof fetch>()
const answer = (data: unknown) => new Response(JSON.stringify({ data }))

beforeEach(() => {
  notify.mockReset()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  useSession.setState({ phase: 'active', token: 't', user: testUser({ wallet_address: `0x${'a'.repeat(40)}` }), endsAt: null })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('Connect Wallet', () => {
  it('offers the three ways in the words of the specification, and says that none can be taken yet', () => {
    render(<ConnectWalletDialog onClose={() => undefined} />)
    expect(screen.getByText('Choose how you want to connect from the available wallet providers to get started.')).toBeTruthy()
    const options = screen.getAllByRole('listitem').map((item) => item.querySelector('button')!)
    expect(options.map((option) => option.firstChild?.textContent)).toEqual(['Metamask', 'Wallet Connect', 'Coinbase Wallet'])
    expect(options.every((option) => option.getAttribute('aria-disabled') === 'true')).toBe(true)
    const reason = document.getElementById(options[0]!.getAttribute('aria-describedby')!)
    expect(reason?.textContent).toContain('Wallets come with a later release.')
  })
})

describe('Disconnect Wallet', () => {
  const disconnect = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Disconnect' })))

  it('asks in the words of the specification', () => {
    render(<DisconnectWalletDialog onClose={() => undefined} />)
    expect(
      screen.getByText(
        'You are about to disconnect your wallet. Are you sure you wish to proceed? You may lose access to the dashboard until you reconnect.',
      ),
    ).toBeTruthy()
  })

  it('clears the wallet on the server, says so, and loads the page anew after 2.5 seconds', async () => {
    vi.useFakeTimers()
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    fetched.mockImplementation(async (path) =>
      String(path).endsWith('/auth/refresh')
        ? answer({ token: 'x', user: testUser() })
        : answer({ wallet_address: 'null', gold_tier_holder: false }),
    )
    render(<DisconnectWalletDialog onClose={() => undefined} />)
    await disconnect()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/updateUserByEmail')
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({ email: 'zoë@example.com', wallet_address: 'null' })
    expect(notify).toHaveBeenCalledExactlyOnceWith('success', 'Wallet was disconnected successfully. Refreshing shortly.')
    await vi.advanceTimersByTimeAsync(2499)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('says that it failed, and keeps the wallet', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    render(<DisconnectWalletDialog onClose={() => undefined} />)
    await disconnect()
    expect(notify).toHaveBeenCalledExactlyOnceWith('error', 'Encountered an error while disconnecting your wallet.')
    expect(useSession.getState().user?.wallet_address).toBe(`0x${'a'.repeat(40)}`)
  })
})
