import { erc20Abi, isHex } from 'viem'
import type { Address } from './contracts.ts'
import type { ChainReader } from './readings.ts'

/** Token query of Alchemy nodes; others reject it as unknown. */
export const TOKEN_BALANCES_METHOD = 'alchemy_getTokenBalances'

/** Balance in the smallest unit. A failed lookup gives 0 with `isKnown` false; never revoke anything because of it. */
export type BalanceReading = { readonly amount: bigint; readonly isKnown: boolean; readonly source: 'alchemy' | 'balanceOf' | 'none' }

type Query = { readonly token: Address; readonly account: Address }

/** Balance by `alchemy_getTokenBalances`, falling back to `balanceOf`. Never throws. */
export async function readTokenBalance(client: ChainReader, query: Query): Promise<BalanceReading> {
  const byQuery = await askAlchemy(client, query)
  if (byQuery !== undefined) return { amount: byQuery, isKnown: true, source: 'alchemy' }
  const byToken = await askToken(client, query)
  if (byToken !== undefined) return { amount: byToken, isKnown: true, source: 'balanceOf' }
  return { amount: 0n, isKnown: false, source: 'none' }
}

type TokenBalancesAnswer = {
  readonly tokenBalances?: readonly { readonly contractAddress?: unknown; readonly tokenBalance?: unknown }[]
} | null

async function askAlchemy(client: ChainReader, { token, account }: Query): Promise<bigint | undefined> {
  try {
    const request = client.request as (args: { method: string; params: unknown[] }) => Promise<unknown>
    const answer = (await request({ method: TOKEN_BALANCES_METHOD, params: [account, [token]] })) as TokenBalancesAnswer
    const balance = answer?.tokenBalances?.[0]
    if (String(balance?.contractAddress).toLowerCase() !== token.toLowerCase()) return undefined
    return isHex(balance?.tokenBalance) && balance.tokenBalance.length > 2 ? BigInt(balance.tokenBalance) : undefined
  } catch {
    return undefined
  }
}

async function askToken(client: ChainReader, { token, account }: Query): Promise<bigint | undefined> {
  try {
    return await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  } catch {
    return undefined
  }
}
