import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import type { Address } from '@aerie/chain/contracts'
import { erc20Abi, formatUnits, isAddressEqual, type PublicClient } from 'viem'
import { OperationFailure } from './operation-failure.ts'

const TOKEN_DECIMALS = 18
const USDC_DECIMALS = 6

/** All ownable contracts of the product share this interface. */
const ownerAbi = aerieVestingAbi

export async function requireOwner(client: PublicClient, contract: Address, from: Address): Promise<void> {
  const owner = await client.readContract({ address: contract, abi: ownerAbi, functionName: 'owner' }).catch(notOurs(contract))
  if (!isAddressEqual(owner, from)) throw new OperationFailure(`${contract} belongs to ${owner}, not to ${from}.`)
}

export async function requireFunder(client: PublicClient, staking: Address, from: Address): Promise<void> {
  const contract = { address: staking, abi: aerieStakingAbi } as const
  const owner = await client.readContract({ ...contract, functionName: 'owner' }).catch(notOurs(staking))
  if (isAddressEqual(owner, from)) return
  if (await client.readContract({ ...contract, functionName: 'isFunder', args: [from] })) return
  throw new OperationFailure(`${from} neither owns ${staking} nor is one of its funders.`)
}

export async function requireTokens(client: PublicClient, token: Address, from: Address, amount: bigint): Promise<void> {
  const held = await client
    .readContract({ address: token, abi: aerieTokenAbi, functionName: 'balanceOf', args: [from] })
    .catch(notOurs(token))
  if (held < amount)
    throw new OperationFailure(
      `${from} has ${formatUnits(held, TOKEN_DECIMALS)} tokens, and this takes ${formatUnits(amount, TOKEN_DECIMALS)}.`,
    )
}

/** @throws OperationFailure if the token does not have 6 decimals */
export async function requireDollar(client: PublicClient, usdc: Address): Promise<void> {
  const decimals = await client.readContract({ address: usdc, abi: erc20Abi, functionName: 'decimals' }).catch(notOurs(usdc))
  if (decimals !== USDC_DECIMALS) throw new OperationFailure(`${usdc} has ${decimals} decimals, and USDC has ${USDC_DECIMALS}.`)
}

const notOurs =
  (address: Address) =>
  (cause: unknown): never => {
    throw new OperationFailure(`At ${address} is no such contract on this chain.`, { cause })
  }
