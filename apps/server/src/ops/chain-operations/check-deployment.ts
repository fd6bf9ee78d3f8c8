import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieUtilsAbi } from '@aerie/chain/abi/aerie-utils'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import { hexToBytes, isAddressEqual, type PublicClient } from 'viem'
import { CREATION_CODE, DEPLOYED, type DeployedAddresses, type DeploymentTerms } from './deployment-plan.ts'
import { OperationFailure } from './operation-failure.ts'

/** Runtime code is at the end of the creation code, with zeros for immutables (Solidity documentation, "Immutable"). */
export function isCodeOf(code: `0x${string}`, creation: `0x${string}`): boolean {
  const [deployed, whole] = [hexToBytes(code), hexToBytes(creation)]
  if (deployed.length === 0 || deployed.length > whole.length) return false
  const template = whole.subarray(whole.length - deployed.length)
  return deployed.every((byte, index) => byte === template[index] || template[index] === 0)
}

/** @throws OperationFailure naming the mismatch in code, owners or references */
export async function checkDeployment(
  client: PublicClient,
  at: DeployedAddresses,
  { owner, usdc, unbondingSeconds }: DeploymentTerms,
): Promise<void> {
  for (const name of DEPLOYED) {
    const code = await client.getCode({ address: at[name] })
    if (code === undefined || !isCodeOf(code, CREATION_CODE[name])) throw unlike(`the code of ${name} at ${at[name]}`)
  }
  const staking = { address: at.staking, abi: aerieStakingAbi } as const
  const vesting = { address: at.vesting, abi: aerieVestingAbi } as const
  const subscriptions = { address: at.subscriptions, abi: aerieSubscriptionsAbi } as const
  const utils = { address: at.utils, abi: aerieUtilsAbi } as const
  const facts = [
    ['owner of staking', await client.readContract({ ...staking, functionName: 'owner' }), owner],
    ['owner of vesting', await client.readContract({ ...vesting, functionName: 'owner' }), owner],
    ['owner of subscriptions', await client.readContract({ ...subscriptions, functionName: 'owner' }), owner],
    ['token of staking', await client.readContract({ ...staking, functionName: 'TOKEN' }), at.token],
    ['token of vesting', await client.readContract({ ...vesting, functionName: 'TOKEN' }), at.token],
    ['dollar of subscriptions', await client.readContract({ ...subscriptions, functionName: 'USDC' }), usdc],
    ['staking of utils', await client.readContract({ ...utils, functionName: 'STAKING' }), at.staking],
    ['vesting of utils', await client.readContract({ ...utils, functionName: 'VESTING' }), at.vesting],
  ] as const
  const wrong = facts.find(([, found, wanted]) => !isAddressEqual(found, wanted))
  if (wrong !== undefined) throw unlike(`the ${wrong[0]} (${wrong[1]})`)
  if ((await client.readContract({ ...staking, functionName: 'unbondingTime' })) !== unbondingSeconds) throw unlike('the unbonding time')
  const supply = await client.readContract({ address: at.token, abi: aerieTokenAbi, functionName: 'SUPPLY' })
  if (supply === 0n) throw unlike('the supply of the token')
}

const unlike = (what: string): OperationFailure =>
  new OperationFailure(`Deployed, but ${what} is not as it should be: do not use these contracts.`)
