import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { HttpRequestError, parseSignature, TimeoutError } from 'viem'
import { loadWallet } from '../wallet.ts'
import { causesOf, isRejection } from '../wallet-errors.ts'
import { type Address, withWalletPrompt } from '../wallet-state.ts'
import { isContract } from './is-contract.ts'

export type Permit = { readonly deadline: bigint; readonly v: number; readonly r: `0x${string}`; readonly s: `0x${string}` }
type PermitRequest = { readonly token: Address; readonly spender: Address; readonly amount: bigint }

/** Signature lifetime: enough for a slow wallet without leaving a long-lived permission. */
const VALID_SECONDS = 1_800n
const TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** Exactly this amount. Null if the wallet or token has no permits: use an approval. @throws the wallet's rejection or a chain outage */
export async function signPermit(request: PermitRequest): Promise<Permit | null> {
  try {
    return await signed(request)
  } catch (error) {
    if (isRejection(error) || isAway(error)) throw error
    console.info('This wallet gives no signed permission; an allowance is used.', error)
    return null
  }
}

/** A chain outage says nothing about the wallet's capabilities. */
const isAway = (error: unknown): boolean =>
  causesOf(error).some((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError)

async function signed({ token, spender, amount }: PermitRequest): Promise<Permit | null> {
  const { publicClient, walletClient, chain } = await loadWallet()
  const wallet = await walletClient()
  const account = wallet.account
  if (account === undefined || (await isContract(publicClient, account.address))) return null
  const of = { address: token, abi: aerieTokenAbi } as const
  const [name, version, nonce, { timestamp }] = await Promise.all([
    publicClient.readContract({ ...of, functionName: 'name' }),
    publicClient.readContract({ ...of, functionName: 'version' }),
    publicClient.readContract({ ...of, functionName: 'nonces', args: [account.address] }),
    publicClient.getBlock(),
  ])
  const deadline = timestamp + VALID_SECONDS
  const signature = await withWalletPrompt('Sign the permission in your wallet', () =>
    wallet.signTypedData({
      account,
      domain: { name, version, chainId: chain.id, verifyingContract: token },
      types: TYPES,
      primaryType: 'Permit',
      message: { owner: account.address, spender, value: amount, nonce, deadline },
    }),
  )
  const { r, s, yParity } = parseSignature(signature)
  return { deadline, v: 27 + yParity, r, s }
}
