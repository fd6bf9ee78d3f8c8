import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connector } from 'wagmi'
import { partOf } from '../../../../test/part-of.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import type { WalletRuntime } from '../connection/wallet-runtime.ts'
import { WalletFault } from '../wallet-errors.ts'
import { useWalletState } from '../wallet-state.ts'
import { ConnectWalletDialog } from './connect-wallet-dialog.tsx'
import { DisconnectWalletDialog } from './disconnect-wallet-dialog.tsx'

const ADDRESS = `0x${'a'.repeat(40)}` as const
const notify = vi.hoisted(() => vi.fn<(type: string, text: string) => void>())
const loadWallet = vi.hoisted(() => vi.fn<() => Promise<WalletRuntime>>())
const sendWalletCommand = vi.hoisted(() => vi.fn<(command: string, wallet: string) => void>())
vi.mock('../../../platform/toasts/toast.ts', () => ({ notify, clearToasts: () => undefined }))
vi.mock('../wallet.ts', () => ({ loadWallet, wasConnected: () => false }))
vi.mock('../transactions/send-wallet-command.ts', () => ({ sendWalletCommand }))
const fetched = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>()
const answer = (data: unknown) => new Response(JSON.stringify({ data }))

const LOCAL = {
  id: 31_337,
  name: 'Aerie local chain',
  is_local: true,
  rpc: '/api/v1/chain/rpc',
  explorer: null,
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const CONFIG = { version: '1', market_source: 'sim', chain: LOCAL, contracts: { token: ADDRESS }, walletconnect_project_id: null }
const ANSWERS: Readonly<Record<string, () => unknown>> = {
  '/api/v1/config': () => CONFIG,
  '/api/v1/wallets/challenge': () => ({ message: 'sign me' }),
  '/api/v1/updateUserByEmail': () => ({ wallet_address: 'null', gold_tier_holder: false }),
  '/api/v1/chain/test-funds': () => ({ eth: '1', token: '1', usdc: '1', transactions: [] }),
  '/api/v1/auth/refresh': () => ({ token: 'x', user: testUser() }),
}
const calls = (): readonly string[] => fetched.mock.calls.map(([path, init]) => `${init?.method} ${path}`)

const announced = (name: string, id: string): Connector => partOf<Connector>({ uid: id, id, name, icon: undefined })

const runtime = (more: Partial<WalletRuntime> = {}): WalletRuntime =>
  ({
    chain: LOCAL,
    wallets: async () => [announced('Falcon Wallet', 'org.example.falcon')],
    onConnectors: () => () => undefined,
    connect: async () => ADDRESS,
    toRightChain: async () => undefined,
    sign: async () => '0xabcd',
    disconnect: async () => undefined,
    ...more,
  }) as WalletRuntime

beforeEach(() => {
  // Keeps a pending 2.5-second reload from running in a later test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  notify.mockReset()
  sendWalletCommand.mockReset()
  fetched.mockReset()
  fetched.mockImplementation(async (path, init) => {
    if (path === '/api/v1/wallets') return answer(init?.method === 'GET' ? [] : { address: ADDRESS })
    const given = ANSWERS[path]
    if (given === undefined) throw new Error(`nobody answers ${path}`)
    return answer(given())
  })
  vi.stubGlobal('fetch', fetched)
  loadWallet.mockResolvedValue(runtime())
  useWalletState.setState({ address: null, request: null, fault: null })
  useSession.setState({ phase: 'active', token: 't', user: testUser(), endsAt: null })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const open = () => render(<ConnectWalletDialog onClose={() => undefined} />, { wrapper: MemoryRouter })
const choose = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

describe('Connect Wallet', () => {
  it('offers the wallets of this browser first, then the demo wallet, then the specified options by name', async () => {
    open()
    expect(screen.getByText('Choose how you want to connect from the available wallet providers to get started.')).toBeTruthy()
    await screen.findByRole('button', { name: 'Falcon Wallet' })
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
    expect(names).toEqual(['Close', 'Falcon Wallet', 'Demo wallet', 'Metamask', 'Wallet Connect', 'Coinbase Wallet', 'Safe'])
  })

  it('collapses unavailable options, and expands them to show the next step', async () => {
    open()
    const metamask = await screen.findByRole('button', { name: 'Metamask' })
    expect(metamask.getAttribute('aria-expanded')).toBe('false')
    expect(document.getElementById(metamask.getAttribute('aria-describedby')!)?.textContent).toBe('Not installed')
    const step = document.getElementById(metamask.getAttribute('aria-controls')!)!
    expect(step.hidden).toBe(true)
    fireEvent.click(metamask)
    expect(step.hidden).toBe(false)
    expect(step.textContent).toContain('Install the MetaMask extension, then reload this page.')
    expect(step.querySelector('a')?.getAttribute('href')).toBe('https://metamask.io/download')
  })

  it('links the demo wallet and sends it test funds when it has none', async () => {
    vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    const getBalance = vi.fn<() => Promise<bigint>>().mockResolvedValue(0n)
    loadWallet.mockResolvedValue(runtime({ publicClient: partOf<WalletRuntime['publicClient']>({ getBalance }) }))
    open()
    await choose('Demo wallet')
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Wallet was connected successfully. Refreshing shortly.'))
    expect(calls()).toContain('POST /api/v1/chain/test-funds')
    expect(fetched.mock.calls.map(([, init]) => String(init?.body)).join()).not.toMatch(/0x[0-9a-f]{64}/)
  })

  it('links the demo wallet when no test funds are available', async () => {
    vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    const getBalance = vi.fn<() => Promise<bigint>>().mockRejectedValue(new Error('the chain does not answer'))
    loadWallet.mockResolvedValue(runtime({ publicClient: partOf<WalletRuntime['publicClient']>({ getBalance }) }))
    open()
    await choose('Demo wallet')
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Wallet was connected successfully. Refreshing shortly.'))
    expect(calls()).not.toContain('POST /api/v1/chain/test-funds')
  })

  it('shows what prevents linking a wallet at this address, and how to fix it', async () => {
    const detail = 'A wallet cannot be linked at nas:4800: … its operator names that address in PUBLIC_URL.'
    fetched.mockImplementation(async (path) => {
      if (path === '/api/v1/wallets') return answer([])
      if (path !== '/api/v1/wallets/challenge') return answer(ANSWERS[path]?.())
      const problem = { type: 'about:blank', title: 'Rule broken', status: 422, code: 'rule_broken', detail, request_id: 'r' }
      return new Response(JSON.stringify(problem), { status: 422, headers: { 'content-type': 'application/problem+json' } })
    })
    open()
    await choose('Falcon Wallet')
    expect((await screen.findByRole('alert')).textContent).toBe(detail)
  })

  it('proves, links and stores a wallet, notifies the live socket, confirms, and reloads the page after 2.5 seconds', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    open()
    await screen.findByRole('button', { name: 'Falcon Wallet' })
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Falcon Wallet' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(
      calls()
        .filter((call) => !call.endsWith('/config'))
        .slice(0, 4),
    ).toEqual(['GET /api/v1/wallets', 'POST /api/v1/wallets/challenge', 'POST /api/v1/wallets', 'PUT /api/v1/updateUserByEmail'])
    expect(sendWalletCommand).toHaveBeenCalledExactlyOnceWith('wallet_connect', ADDRESS)
    expect(notify).toHaveBeenCalledExactlyOnceWith('success', 'Wallet was connected successfully. Refreshing shortly.')
    await vi.advanceTimersByTimeAsync(2499)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('requests no second signature when the wallet is already linked', async () => {
    fetched.mockImplementation(async (path) =>
      answer(path === '/api/v1/wallets' ? [{ address: ADDRESS, is_main: false, linked_at: 1 }] : ANSWERS[path]?.()),
    )
    const sign = vi.fn<WalletRuntime['sign']>()
    loadWallet.mockResolvedValue(runtime({ sign }))
    open()
    await choose('Falcon Wallet')
    await waitFor(() => expect(sendWalletCommand).toHaveBeenCalled())
    expect(sign).not.toHaveBeenCalled()
  })

  it('returns to the list with a message about what happened, and stores nothing', async () => {
    loadWallet.mockResolvedValue(runtime({ toRightChain: () => Promise.reject(new WalletFault('add-rejected')) }))
    open()
    await choose('Falcon Wallet')
    expect((await screen.findByRole('alert')).textContent).toBe('User rejected switch after adding network.')
    expect(screen.getByRole('button', { name: 'Falcon Wallet' })).toBeTruthy()
    expect(calls()).not.toContain('PUT /api/v1/updateUserByEmail')
    expect(notify).not.toHaveBeenCalled()
  })

  it('links nothing once the user has cancelled, even if the wallet approves afterwards', async () => {
    const signed = Promise.withResolvers<`0x${string}`>()
    loadWallet.mockResolvedValue(runtime({ sign: () => signed.promise }))
    open()
    await choose('Falcon Wallet')
    await waitFor(() => expect(calls()).toContain('POST /api/v1/wallets/challenge'))
    await choose('Cancel')
    await act(async () => signed.resolve('0xabcd'))
    expect(screen.getByRole('button', { name: 'Falcon Wallet' })).toBeTruthy()
    expect(calls()).not.toContain('POST /api/v1/wallets')
  })

  it('reports that the server is unreachable, and retries on request', async () => {
    loadWallet.mockRejectedValueOnce(new WalletFault('no-chain'))
    open()
    expect(await screen.findByText('This server has no chain, so wallets cannot be used here.')).toBeTruthy()
    await choose('Try Again')
    expect(await screen.findByRole('button', { name: 'Falcon Wallet' })).toBeTruthy()
  })

  it('asks a guest to log in first', () => {
    useSession.setState({ phase: 'guest', token: null, user: null, endsAt: null })
    open()
    expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/auth/login')
    expect(screen.queryByRole('listitem')).toBeNull()
  })
})

describe('Disconnect Wallet', () => {
  beforeEach(() => useSession.setState({ user: testUser({ wallet_address: ADDRESS }) }))
  const disconnect = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Disconnect' })))

  it('asks with the text from the specification', () => {
    render(<DisconnectWalletDialog onClose={() => undefined} />)
    expect(
      screen.getByText(
        'You are about to disconnect your wallet. Are you sure you wish to proceed? You may lose access to the dashboard until you reconnect.',
      ),
    ).toBeTruthy()
  })

  it('clears the wallet on the server, notifies the live socket, confirms, and reloads the page after 2.5 seconds', async () => {
    vi.useFakeTimers()
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    render(<DisconnectWalletDialog onClose={() => undefined} />)
    await disconnect()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/updateUserByEmail')
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({ email: 'zoë@example.com', wallet_address: 'null' })
    expect(sendWalletCommand).toHaveBeenCalledExactlyOnceWith('wallet_disconnect', ADDRESS)
    expect(notify).toHaveBeenCalledExactlyOnceWith('success', 'Wallet was disconnected successfully. Refreshing shortly.')
    await vi.advanceTimersByTimeAsync(2499)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('reports the failure, and keeps the wallet', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    render(<DisconnectWalletDialog onClose={() => undefined} />)
    await disconnect()
    expect(notify).toHaveBeenCalledExactlyOnceWith('error', 'Encountered an error while disconnecting your wallet.')
    expect(useSession.getState().user?.wallet_address).toBe(ADDRESS)
  })
})
