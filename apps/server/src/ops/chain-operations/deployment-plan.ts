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
import { encodeDeployData, getContractAddress } from 'viem'
import type { Operation, Step } from './operation.ts'

export type DeploymentTerms = {
  /** Owns the contracts and receives the whole token supply. */
  readonly owner: Address
  readonly usdc: Address
  readonly unbondingSeconds: bigint
}

export const DEPLOYED = ['token', 'vesting', 'subscriptions', 'staking', 'utils'] as const
export type DeployedAddresses = Readonly<Record<(typeof DEPLOYED)[number], Address>>

export const CREATION_CODE = {
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
