import type { PublicClient } from 'viem'

/** Binary search, about 30 queries per contract. Needs an archive node; undefined otherwise. */
export async function deploymentBlock(client: PublicClient, contracts: readonly `0x${string}`[]): Promise<number | undefined> {
  const head = Number(await client.getBlockNumber())
  const found = await Promise.all(contracts.map((address) => firstWithCode(client, address, head)))
  return found.includes(undefined) ? undefined : Math.min(...found.filter((block) => block !== undefined))
}

async function firstWithCode(client: PublicClient, address: `0x${string}`, head: number): Promise<number | undefined> {
  const hasCode = async (block: number): Promise<boolean> => (await client.getCode({ address, blockNumber: BigInt(block) })) !== undefined
  try {
    if (!(await hasCode(head))) return undefined
    let [without, withCode] = [-1, head]
    while (withCode - without > 1) {
      const middle = Math.floor((without + withCode) / 2)
      if (await hasCode(middle)) withCode = middle
      else without = middle
    }
    return withCode
  } catch {
    return undefined
  }
}
