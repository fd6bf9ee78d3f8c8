import { erc20Abi, isHex } from 'viem'
import type { Address } from './contracts.ts'
import type { ChainReader } from './readings.ts'

/** The token query of Alchemy's nodes; others answer that they do not know it. */
export const TOKEN_BALANCES_METHOD = 'alchemy_getTokenBalances'

/**
 * Balance of a wallet in the token's smallest unit. A lookup that failed yields 0: then `isKnown` is
 * false, and nothing may be taken from anybody because of it.
 */
export type BalanceReading = { readonly amount: bigint; readonly isKnown: boolean; readonly source: 'alchemy' | 'balanceOf' | 'none' }

type Query = { readonly token: Address; readonly account: Address }

/**
 * The wallet's balance by `alchemy_getTokenBalances`; where the node lacks it or fails, by the token's own `balanceOf`.
 *
 * @throws never
 */
export async function readTokenBalance(client: ChainReader, query: Query): Promise<BalanceReading> {
  const byQuery = await askAlchemy(client, query)
  if (byQuery !== undefined) return { amount: byQuery, isKnown: true, source: 'alchemy' }
  const byToken = await askToken(client, query)
  if (byToken !== undefined) return { amount: byToken, isKnown: true, source: 'balanceOf' }
  return { amount: 0n, isKnown: false, source: 'none' }
}

/** What an answer of the method may look like; nothing in it is trusted. */
type TokenBalancesAnswer = {
  readonly tokenBalances?: readonly { readonly contractAddress?: unknown; readonly tokenBalance?: unknown }[]
} | null

async function askAlchemy(client: ChainReader, { token, account }: Query): Promise<bigint | undefined> {
  try {
    const request = client.request as (args: { method: string; params: unknown[] }) => Promise<unknown> // not one of viem's known methods
    const answer = (await request({ method: TOKEN_BALANCES_METHOD, params: [account, [token]] })) as TokenBalancesAnswer // read with care below
    const balance = answer?.tokenBalances?.[0]
    if (String(balance?.contractAddress).toLowerCase() !== token.toLowerCase()) return undefined
    return isHex(balance?.tokenBalance) && balance.tokenBalance.length > 2 ? BigInt(balance.tokenBalance) : undefined
  } catch {
    // Whatever the reason: the token itself can be asked.
    return undefined
  }
}

async function askToken(client: ChainReader, { token, account }: Query): Promise<bigint | undefined> {
  try {
    return await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  } catch {
    // The reading says that the balance is not known.
    return undefined
  }
}
