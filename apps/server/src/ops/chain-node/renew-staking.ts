import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import type { Address } from '@aerie/chain/contracts'
import { type ContractFunctionName, decodeEventLog, decodeFunctionResult, encodeEventTopics, encodeFunctionData } from 'viem'
import * as z from 'zod/mini'
import { CONTRACTS_BUILD, deployStaking, LOCAL_TERMS } from './deploy-contracts.ts'
import { LOCAL_OWNER, sendAsOwner } from './local-owner.ts'
import type { NodeRequest } from './node-requests.ts'
import type { Deployment } from './state-file.ts'

export type Renewal = { readonly deployment: Deployment; readonly accounts: number }

/** Pays back stakes, tickets and rewards, moves the running epoch to the new staking contract and removes the old one. */
export async function renewStaking(request: NodeRequest, old: Deployment): Promise<Renewal> {
  const { token, staking: before, vesting } = old.contracts
  const owed = await owedBy(request, before, old.block)
  const [, , end, , left] = await read(request, before, 'epoch')
  await retire(request, token, before)
  for (const { account, amount } of owed) await sendAsOwner(request, { to: token, data: transfer(account, amount) })
  const { staking, utils } = await deployStaking(request, { token, vesting })
  if (left > 0n) await fundEpoch(request, { token, staking, left, end })
  return { deployment: { ...old, build: CONTRACTS_BUILD, contracts: { ...old.contracts, staking, utils } }, accounts: owed.length }
}

type Owed = { readonly account: Address; readonly amount: bigint }

async function owedBy(request: NodeRequest, staking: Address, fromBlock: number): Promise<Owed[]> {
  const owed: Owed[] = []
  for (const account of await stakersOf(request, staking, fromBlock)) {
    const parts = [
      await read(request, staking, 'stakedOf', [account]),
      await read(request, staking, 'coolingOf', [account]),
      await read(request, staking, 'earned', [account]),
    ]
    const amount = parts.reduce((sum, part) => sum + part, 0n)
    if (amount > 0n) owed.push({ account, amount })
  }
  return owed
}

const hex = z.templateLiteral(['0x', z.string()])
const logs = z.array(z.object({ topics: z.array(hex), data: hex }))

async function stakersOf(request: NodeRequest, staking: Address, fromBlock: number): Promise<ReadonlySet<Address>> {
  const topics = encodeEventTopics({ abi: aerieStakingAbi, eventName: 'Staked' })
  const filter = { address: staking, topics, fromBlock: `0x${fromBlock.toString(16)}`, toBlock: 'latest' }
  const found = z.parse(logs, await request('eth_getLogs', [filter]))
  return new Set(
    found.map(({ topics: [signature = '0x', ...more], data }) => {
      const { args } = decodeEventLog({ abi: aerieStakingAbi, eventName: 'Staked', topics: [signature, ...more], data })
      return args.account
    }),
  )
}

type Reading = Extract<ContractFunctionName<typeof aerieStakingAbi, 'view'>, 'stakedOf' | 'coolingOf' | 'earned' | 'epoch'>

/** As of now, not of the newest block, which may be old on a quiet chain. */
async function read<Name extends Reading>(request: NodeRequest, to: Address, functionName: Name, args: readonly Address[] = []) {
  // The two callers know the argument types; the union of all four is too wide for viem.
  const data = encodeFunctionData({ abi: aerieStakingAbi, functionName, args } as never)
  const answer = z.parse(hex, await request('eth_call', [{ to, data }, 'pending']))
  return decodeFunctionResult<typeof aerieStakingAbi, Name>({ abi: aerieStakingAbi, functionName, data: answer } as never)
}

const transfer = (to: Address, amount: bigint) => encodeFunctionData({ abi: aerieTokenAbi, functionName: 'transfer', args: [to, amount] })

/** Removes the code, so that nothing is paid twice, and returns the tokens to the owner. */
async function retire(request: NodeRequest, token: Address, staking: Address): Promise<void> {
  const balance = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'balanceOf', args: [staking] })
  const held = BigInt(z.parse(hex, await request('eth_call', [{ to: token, data: balance }, 'latest'])))
  await request('anvil_setCode', [staking, '0x'])
  await request('anvil_setBalance', [staking, '0xde0b6b3a7640000'])
  await request('anvil_impersonateAccount', [staking])
  await sendAsOwner(request, { from: staking, to: token, data: transfer(LOCAL_OWNER, held) })
  await request('anvil_stopImpersonatingAccount', [staking])
  await request('anvil_setBalance', [staking, '0x0'])
}

type Rest = { readonly token: Address; readonly staking: Address; readonly left: bigint; readonly end: bigint }

/** Keeps the epoch's original end. */
async function fundEpoch(request: NodeRequest, { token, staking, left, end }: Rest): Promise<void> {
  const { timestamp } = z.parse(z.object({ timestamp: hex }), await request('eth_getBlockByNumber', ['pending', false]))
  const rest = end - BigInt(timestamp)
  const duration = rest > LOCAL_TERMS.shortestEpoch ? rest : LOCAL_TERMS.shortestEpoch
  await sendAsOwner(request, {
    to: token,
    data: encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [staking, left] }),
  })
  await sendAsOwner(request, {
    to: staking,
    data: encodeFunctionData({ abi: aerieStakingAbi, functionName: 'fund', args: [left, duration] }),
  })
}
