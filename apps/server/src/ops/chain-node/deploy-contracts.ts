import { createHash } from 'node:crypto'
import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieUtilsAbi } from '@aerie/chain/abi/aerie-utils'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import { testUsdcAbi } from '@aerie/chain/abi/test-usdc'
import { aerieStakingBytecode } from '@aerie/chain/bytecode/aerie-staking'
import { aerieSubscriptionsBytecode } from '@aerie/chain/bytecode/aerie-subscriptions'
import { aerieTokenBytecode } from '@aerie/chain/bytecode/aerie-token'
import { aerieUtilsBytecode } from '@aerie/chain/bytecode/aerie-utils'
import { aerieVestingBytecode } from '@aerie/chain/bytecode/aerie-vesting'
import { testUsdcBytecode } from '@aerie/chain/bytecode/test-usdc'
import {
  type Address,
  MULTICALL3_ADDRESS,
  MULTICALL3_DEPLOYER,
  MULTICALL3_DEPLOYMENT_COST,
  MULTICALL3_TRANSACTION,
} from '@aerie/chain/contracts'
import { SUBSCRIPTION_PLAN_IDS } from '@aerie/chain/membership'
import { encodeDeployData, encodeFunctionData, isAddress } from 'viem'
import { fundOwner, LOCAL_OWNER, sendAsOwner } from './local-owner.ts'
import { ChainTrouble, latestBlock, type NodeRequest } from './node-requests.ts'
import type { Deployment } from './state-file.ts'

/** Short terms for the local chain, so that everything can be tried within minutes. */
export const LOCAL_TERMS = {
  unbondingSeconds: 120n,
  /** Streamed over the first epoch: 2,000,000 tokens in a year. */
  epochRewards: 2_000_000n * 10n ** 18n,
  epochSeconds: 365n * 86_400n,
  /** `AerieStaking.MIN_EPOCH`. */
  shortestEpoch: 3_600n,
  /** For 30 days, in USDC units of 10⁻⁶. */
  prices: { claw: 19_000_000n, IPC: 49_000_000n },
} as const

/** Identifies this server's contract build; chains with another value were seeded by another build. */
export const CONTRACTS_BUILD = createHash('sha256')
  .update(
    [aerieTokenBytecode, aerieStakingBytecode, aerieVestingBytecode, aerieSubscriptionsBytecode, aerieUtilsBytecode, testUsdcBytecode].join(
      '\n',
    ),
  )
  .digest('hex')
  .slice(0, 16)

export async function seedChain(request: NodeRequest): Promise<Deployment> {
  await fundOwner(request)
  await deployMulticall3(request)
  const { contracts, block } = await deployContracts(request)
  await openForBusiness(request, contracts)
  return { build: CONTRACTS_BUILD, block, contracts }
}

async function deployMulticall3(request: NodeRequest): Promise<void> {
  await request('anvil_setBalance', [MULTICALL3_DEPLOYER, `0x${MULTICALL3_DEPLOYMENT_COST.toString(16)}`])
  await request('eth_sendRawTransactionSync', [MULTICALL3_TRANSACTION])
  const code = String(await request('eth_getCode', [MULTICALL3_ADDRESS, 'latest']))
  if (code.length <= 2) throw new ChainTrouble('Multicall3 could not be deployed on the local chain')
}

async function deploy(request: NodeRequest, data: `0x${string}`): Promise<Address> {
  const { contractAddress } = await sendAsOwner(request, { data })
  const address = contractAddress ?? ''
  if (!isAddress(address)) throw new ChainTrouble('a contract of the local chain has no address')
  return address
}

async function deployContracts(request: NodeRequest) {
  const block = (await latestBlock(request)).number + 1
  const token = await deploy(request, encodeDeployData({ abi: aerieTokenAbi, bytecode: aerieTokenBytecode, args: [LOCAL_OWNER] }))
  const usdc = await deploy(request, encodeDeployData({ abi: testUsdcAbi, bytecode: testUsdcBytecode, args: [LOCAL_OWNER] }))
  const vesting = await deploy(
    request,
    encodeDeployData({ abi: aerieVestingAbi, bytecode: aerieVestingBytecode, args: [token, LOCAL_OWNER] }),
  )
  const subscriptions = await deploy(
    request,
    encodeDeployData({ abi: aerieSubscriptionsAbi, bytecode: aerieSubscriptionsBytecode, args: [usdc, LOCAL_OWNER] }),
  )
  return { block, contracts: { token, vesting, subscriptions, usdc, ...(await deployStaking(request, { token, vesting })) } }
}

export async function deployStaking(
  request: NodeRequest,
  { token, vesting }: Pick<Deployment['contracts'], 'token' | 'vesting'>,
): Promise<Pick<Deployment['contracts'], 'staking' | 'utils'>> {
  const stakingArgs = [token, LOCAL_OWNER, LOCAL_TERMS.unbondingSeconds] as const
  const staking = await deploy(request, encodeDeployData({ abi: aerieStakingAbi, bytecode: aerieStakingBytecode, args: stakingArgs }))
  const utils = await deploy(request, encodeDeployData({ abi: aerieUtilsAbi, bytecode: aerieUtilsBytecode, args: [staking, vesting] }))
  return { staking, utils }
}

async function openForBusiness(request: NodeRequest, { token, staking, subscriptions }: Deployment['contracts']): Promise<void> {
  const { epochRewards, epochSeconds, prices } = LOCAL_TERMS
  const approve = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [staking, epochRewards] })
  await sendAsOwner(request, { to: token, data: approve })
  const fund = encodeFunctionData({ abi: aerieStakingAbi, functionName: 'fund', args: [epochRewards, epochSeconds] })
  await sendAsOwner(request, { to: staking, data: fund })
  for (const name of ['claw', 'IPC'] as const) {
    const args = [SUBSCRIPTION_PLAN_IDS[name], prices[name], true] as const
    await sendAsOwner(request, {
      to: subscriptions,
      data: encodeFunctionData({ abi: aerieSubscriptionsAbi, functionName: 'setPlan', args }),
    })
  }
}
