import { HttpRequestError, recoverTypedDataAddress, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useWalletState } from '../wallet-state.ts'
import { signPermit } from './token-permit.ts'

const loadWallet = vi.hoisted(() => vi.fn<() => Promise<unknown>>())
vi.mock('../wallet.ts', () => ({ loadWallet }))

const owner = privateKeyToAccount(`0x${'5'.repeat(64)}`)
const TOKEN = `0x${'a'.repeat(40)}` as const
const SPENDER = `0x${'b'.repeat(40)}` as const
const request = { token: TOKEN, spender: SPENDER, amount: 12n * 10n ** 18n }
const READ: Readonly<Record<string, unknown>> = { name: 'Aerie', version: '1', nonces: 7n }

const signTypedData = vi.fn<(typed: TypedDataDefinition) => Promise<`0x${string}`>>()
const getCode = vi.fn<() => Promise<string | undefined>>()
const readContract = vi.fn<(of: { readonly functionName: string }) => Promise<unknown>>()
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  getCode.mockResolvedValue(undefined)
  readContract.mockImplementation(async ({ functionName }) => READ[functionName])
  signTypedData.mockReset()
  signTypedData.mockImplementation((typed) => owner.signTypedData(typed))
  loadWallet.mockResolvedValue({
    chain: { id: 31_337 },
    publicClient: { getCode, readContract, getBlock: async () => ({ timestamp: 1_000n }) },
    walletClient: async () => ({ account: owner, signTypedData }),
  })
})

describe('a signed permit', () => {
  it("covers exactly the amount, this chain and token, and half an hour of the chain's clock", async () => {
    const permit = await signPermit(request)
    const typed = signTypedData.mock.calls[0]![0]
    expect(typed.domain).toEqual({ name: 'Aerie', version: '1', chainId: 31_337, verifyingContract: TOKEN })
    expect(typed.message).toEqual({ owner: owner.address, spender: SPENDER, value: request.amount, nonce: 7n, deadline: 2_800n })
    expect(permit?.deadline).toBe(2_800n)
  })

  it('is returned as the contracts expect it, and recovers to the owner', async () => {
    const { r, s, v } = (await signPermit(request))!
    expect([27, 28]).toContain(v)
    const signature = `${r}${s.slice(2)}${v.toString(16)}` as const
    expect(await recoverTypedDataAddress({ ...signTypedData.mock.calls[0]![0], signature })).toBe(owner.address)
  })

  it('shows what the wallet is requested to sign while the request is open', async () => {
    const prompts: (string | null)[] = []
    const stop = useWalletState.subscribe(({ request: text }) => prompts.push(text))
    await signPermit(request)
    stop()
    expect(prompts).toEqual(['Sign the permission in your wallet', null])
  })
})

describe('without a permit', () => {
  it.each([
    ['the wallet lacks typed data', () => signTypedData.mockRejectedValue(Object.assign(new Error('not supported'), { code: 4200 }))],
    ['the token has no permits', () => readContract.mockRejectedValue(new Error('returned no data'))],
    ['the account is a contract', () => getCode.mockResolvedValue('0x6080')],
  ])('an allowance is required: %s', async (_, arrange) => {
    arrange()
    expect(await signPermit(request)).toBeNull()
  })

  it('an account with delegated code signs as before', async () => {
    getCode.mockResolvedValue(`0xef0100${'c'.repeat(40)}`)
    expect(await signPermit(request)).not.toBeNull()
  })

  it('a contract account receives no request at all', async () => {
    getCode.mockResolvedValue('0x6080')
    await signPermit(request)
    expect(signTypedData).not.toHaveBeenCalled()
  })

  it('a rejection stays a rejection, and an outage is not attributed to the wallet', async () => {
    const refusal = Object.assign(new Error('User rejected the request.'), { code: 4001 })
    signTypedData.mockRejectedValueOnce(refusal)
    await expect(signPermit(request)).rejects.toBe(refusal)
    const outage = new HttpRequestError({ url: 'http://x' })
    readContract.mockRejectedValue(outage)
    await expect(signPermit(request)).rejects.toBe(outage)
  })
})
