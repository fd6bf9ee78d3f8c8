import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieUtilsAbi } from '@aerie/chain/abi/aerie-utils'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import { aerieStakingBytecode } from '@aerie/chain/bytecode/aerie-staking'
import { aerieSubscriptionsBytecode } from '@aerie/chain/bytecode/aerie-subscriptions'
import { aerieTokenBytecode } from '@aerie/chain/bytecode/aerie-token'
import { aerieUtilsBytecode } from '@aerie/chain/bytecode/aerie-utils'
import { aerieVestingBytecode } from '@aerie/chain/bytecode/aerie-vesting'
import type { Address } from '@aerie/chain/contracts'
import { encodeDeployData, getContractAddress, hexToBytes, isAddressEqual, type PublicClient } from 'viem'
import { type Operation, OperationFailure, type Step } from './operation.ts'

type DeploymentTerms = {
  /** Owns the contracts and receives the whole token supply. */
  readonly owner: Address
  readonly usdc: Address
  readonly unbondingSeconds: bigint
}

export const DEPLOYED = ['token', 'vesting', 'subscriptions', 'staking', 'utils'] as const
type DeployedAddresses = Readonly<Record<(typeof DEPLOYED)[number], Address>>

const CREATION_CODE = {
  token: aerieTokenBytecode,
  vesting: aerieVestingBytecode,
  subscriptions: aerieSubscriptionsBytecode,
  staking: aerieStakingBytecode,
  utils: aerieUtilsBytecode,
} as const

/** CREATE addresses: `keccak256(rlp([from, nonce]))`, last 20 bytes. */
export function deployedAddresses(from: Address, firstNonce: number): DeployedAddresses {
  const at = (index: number) => getContractAddress({ from, nonce: BigInt(firstNonce + index) })
  return { token: at(0), vesting: at(1), subscriptions: at(2), staking: at(3), utils: at(4) }
}

type Sender = Pick<Operation, 'chainId' | 'from' | 'firstNonce'>

export function deploymentPlan(sender: Sender, { owner, usdc, unbondingSeconds }: DeploymentTerms): Operation {
  const { token, vesting, staking } = deployedAddresses(sender.from, sender.firstNonce)
  return {
    ...sender,
    command: 'admin chain deploy',
    terms: [
      ['owner and first holder of all tokens', owner],
      ['USDC', usdc],
      ['unbonding time', `${unbondingSeconds} s`],
    ],
    steps: [
      create('AerieToken', `constructor(treasury ${owner})`, 1_140_000n, {
        data: encodeDeployData({ abi: aerieTokenAbi, bytecode: aerieTokenBytecode, args: [owner] }),
      }),
      create('AerieVesting', `constructor(token ${token}, steward ${owner})`, 1_450_000n, {
        data: encodeDeployData({ abi: aerieVestingAbi, bytecode: aerieVestingBytecode, args: [token, owner] }),
      }),
      create('AerieSubscriptions', `constructor(usdc ${usdc}, steward ${owner})`, 1_290_000n, {
        data: encodeDeployData({ abi: aerieSubscriptionsAbi, bytecode: aerieSubscriptionsBytecode, args: [usdc, owner] }),
      }),
      create('AerieStaking', `constructor(token ${token}, steward ${owner}, unbondingSeconds ${unbondingSeconds})`, 2_980_000n, {
        data: encodeDeployData({ abi: aerieStakingAbi, bytecode: aerieStakingBytecode, args: [token, owner, unbondingSeconds] }),
      }),
      create('AerieUtils', `constructor(staking ${staking}, vesting ${vesting})`, 350_000n, {
        data: encodeDeployData({ abi: aerieUtilsAbi, bytecode: aerieUtilsBytecode, args: [staking, vesting] }),
      }),
    ],
  }
}

const create = (contract: string, call: string, usualGas: bigint, { data }: Pick<Step, 'data'>): Step => ({
  title: `deploy ${contract}`,
  call,
  to: null,
  data,
  usualGas,
})

/** Runtime code is at the end of the creation code, with zeros for immutables (Solidity documentation, "Immutable"). */
function isCodeOf(code: `0x${string}`, creation: `0x${string}`): boolean {
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
