import { seedText } from '@aerie/apex/seed-text'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../../../platform/session/session.ts'
import { WalletFault } from '../../membership/wallet-errors.ts'
import { useWalletState } from '../../membership/wallet-state.ts'
import { SeedDialog } from './seed-dialog.tsx'
import { SignerFault } from './signer-core.ts'

const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const OTHER = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const OWNER = { address: ACCOUNT.address.toLowerCase(), network: 'mainnet' } as const

type SignAs = (address: `0x${string}`, message: string) => Promise<`0x${string}`>
const signAs = vi.fn<SignAs>()
const kept: Uint8Array[] = []
let refusal: SignerFault | null = null
vi.mock('../../membership/wallet.ts', () => ({ loadWallet: async () => ({ signAs }) }))
vi.mock('./signer.ts', () => ({
  faultOf: (error: unknown) => (error instanceof SignerFault ? error.code : null),
  keepSeed: async (seed: Uint8Array) => {
    if (refusal !== null) throw refusal
    kept.push(seed)
  },
}))

const onClose = vi.fn<() => void>()
const show = () => render(<SeedDialog sha256={'a'.repeat(64)} owner={OWNER} onClose={onClose} />)
const inWallet = (address: `0x${string}` | null): void =>
  useWalletState.setState({ address, walletName: 'Stub', status: address === null ? 'disconnected' : 'connected', fault: null })
const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const press = (name: string) => act(async () => void fireEvent.click(button(name)))
const problem = () => screen.findByRole('alert', { hidden: true }).then(({ textContent }) => textContent)

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = vi.fn<() => void>()
  HTMLDialogElement.prototype.close = vi.fn<() => void>()
  kept.length = 0
  refusal = null
  signAs.mockImplementation(async (_address, message) => await ACCOUNT.signMessage({ message }))
  inWallet(ACCOUNT.address)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it('derives the seed from the wallet’s signature of ApeX’s message, with the account’s own address', async () => {
  show()
  await press('Sign with Stub')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const text = seedText('mainnet', ACCOUNT.address)
  expect(signAs.mock.calls[0]?.slice(0, 2)).toEqual([ACCOUNT.address, text])
  expect(kept.map((seed) => `0x${Buffer.from(seed).toString('hex')}`)).toEqual([await ACCOUNT.signMessage({ message: text })])
})

it('stores nothing when the user refuses, and asks again on the next click', async () => {
  signAs.mockRejectedValueOnce(Object.assign(new Error('User rejected the request.'), { code: 4001 }))
  show()
  await press('Sign with Stub')
  expect(await problem()).toContain('You refused the request in your wallet. Nothing has changed.')
  expect([kept, onClose.mock.calls]).toEqual([[], []])
  await press('Sign with Stub')
  await vi.waitFor(() => expect(kept).toHaveLength(1))
})

it('rejects a signature from another account, whichever address the wallet reports', async () => {
  signAs.mockImplementation(async (_address, message) => await OTHER.signMessage({ message }))
  show()
  await press('Sign with Stub')
  expect(await problem()).toContain(
    'The signature is not by the wallet of your ApeX account. Nothing was kept. Switch the account in your wallet, or type the seed.',
  )
  expect(kept).toEqual([])
})

it('rejects the signature of a contract wallet', async () => {
  signAs.mockResolvedValue(`0x${'ab'.repeat(200)}`)
  show()
  await press('Sign with Stub')
  expect(await problem()).toContain('This wallet signs as a contract, which makes no seed. Nothing was kept. Type the seed instead.')
  expect(kept).toEqual([])
})

it('reports that a locked wallet could not sign', async () => {
  signAs.mockRejectedValue(new WalletFault('not-connected'))
  show()
  await press('Sign with Stub')
  expect(await problem()).toContain('No wallet is connected. Connect one first.')
})

it('names the required wallet when another one is in use, and offers to sign after the switch', async () => {
  inWallet(OTHER.address)
  show()
  expect(screen.getByText(/^Your ApeX account belongs to 0x.*your wallet is on 0x/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign with Stub', hidden: true })).toBeNull()
  await act(async () => inWallet(ACCOUNT.address))
  expect(button('Sign with Stub')).toBeTruthy()
})

it('offers to connect a wallet when there is none', async () => {
  inWallet(null)
  show()
  expect(screen.getByText(/^No wallet is connected\. Unlock and connect the one of your ApeX account/)).toBeTruthy()
  expect(button('Connect Wallet')).toBeTruthy()
})

it.each([
  ['the dialog was closed', (unmount: () => void) => unmount()],
  ['another user has logged in', () => useSession.setState({ user: { user_id: 'someone-else' } as never })],
])('drops a signature that arrives after %s', async (_when, happen) => {
  const { promise, resolve } = Promise.withResolvers<`0x${string}`>()
  signAs.mockReturnValue(promise)
  const { unmount } = show()
  await press('Sign with Stub')
  await act(async () => happen(unmount))
  await act(async () => resolve(await ACCOUNT.signMessage({ message: seedText('mainnet', ACCOUNT.address) })))
  await act(async () => void (await Promise.resolve()))
  expect([kept, onClose.mock.calls]).toEqual([[], []])
})

it('still accepts a typed seed, and clears the field', async () => {
  inWallet(null)
  show()
  const field = screen.getByLabelText<HTMLInputElement>('ApeX Omni seed (hexadecimal)')
  fireEvent.change(field, { target: { value: 'xyz' } })
  await press('Use this seed')
  expect(await problem()).toContain('Enter 32 to 130 hexadecimal digits, with or without 0x')
  fireEvent.change(field, { target: { value: `0x${'ab'.repeat(65)}` } })
  await press('Use this seed')
  await vi.waitFor(() => expect(kept.map(({ length }) => length)).toEqual([65]))
  expect(field.value).toBe('')
})

it('shows why the worker rejected the seed', async () => {
  refusal = new SignerFault('wrong-file')
  show()
  await press('Sign with Stub')
  expect(await problem()).toContain(
    'The signer’s file is not the one the server names. Nothing was signed. Place this order on ApeX Omni itself.',
  )
})
