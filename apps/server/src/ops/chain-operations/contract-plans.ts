import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import type { Address } from '@aerie/chain/contracts'
import { SUBSCRIPTION_PLAN_IDS, type SubscriptionPlanName } from '@aerie/chain/membership'
import { encodeFunctionData, erc20Abi, formatUnits, isAddressEqual, type PublicClient } from 'viem'
import { type Operation, OperationFailure, type Step } from './operation.ts'

type Sender = Pick<Operation, 'chainId' | 'from' | 'firstNonce'>
const TOKEN_DECIMALS = 18
const USDC_DECIMALS = 6
const DAY_S = 86_400n

export type FundingTerms = {
  readonly token: Address
  readonly staking: Address
  /** Units of 10⁻¹⁸ token. */
  readonly amount: bigint
  readonly seconds: bigint
}

export function fundingPlan(sender: Sender, { token, staking, amount, seconds }: FundingTerms): Operation {
  return {
    ...sender,
    command: 'admin chain fund',
    terms: [
      ['rewards', `${tokens(amount)} tokens`],
      ['streamed over', days(seconds)],
    ],
    steps: [
      approval(token, staking, amount),
      {
        title: 'begin an epoch of rewards',
        call: `fund(amount ${amount}, duration ${seconds})`,
        to: staking,
        data: encodeFunctionData({ abi: aerieStakingAbi, functionName: 'fund', args: [amount, seconds] }),
        usualGas: 120_000n,
      },
    ],
  }
}

export type PlanTerms = {
  readonly subscriptions: Address
  readonly plan: SubscriptionPlanName
  /** Units of 10⁻⁶ USDC for 30 days; null: no longer sold. Paid subscriptions continue. */
  readonly price: bigint | null
}

export function pricePlan(sender: Sender, { subscriptions, plan, price }: PlanTerms): Operation {
  const args = [SUBSCRIPTION_PLAN_IDS[plan], price ?? 0n, price !== null] as const
  return {
    ...sender,
    command: 'admin chain plan',
    terms: [[plan, price === null ? 'not sold' : `${formatUnits(price, USDC_DECIMALS)} USDC for 30 days`]],
    steps: [
      {
        title: `set the plan ${plan}`,
        call: `setPlan(planId ${args[0]}, monthlyPrice ${args[1]}, offered ${args[2]})`,
        to: subscriptions,
        data: encodeFunctionData({ abi: aerieSubscriptionsAbi, functionName: 'setPlan', args }),
        usualGas: 50_000n,
      },
    ],
  }
}

export type GrantTerms = {
  readonly token: Address
  readonly vesting: Address
  readonly beneficiary: Address
  /** Units of 10⁻¹⁸ token. */
  readonly amount: bigint
  /** Seconds since 1970. */
  readonly start: bigint
  readonly cliffSeconds: bigint
  readonly seconds: bigint
}

/** Grants vesting tokens. Irrevocable. */
export function grantPlan(sender: Sender, terms: GrantTerms): Operation {
  const { token, vesting, beneficiary, amount, start, cliffSeconds, seconds } = terms
  return {
    ...sender,
    command: 'admin chain grant',
    terms: [
      ['beneficiary', beneficiary],
      ['amount', `${tokens(amount)} tokens, final: a grant cannot be taken back`],
      ['begins', new Date(Number(start) * 1_000).toISOString()],
      ['nothing is released for', days(cliffSeconds)],
      ['all is released after', days(seconds)],
    ],
    steps: [
      approval(token, vesting, amount),
      {
        title: 'grant',
        call: `grant(beneficiary ${beneficiary}, amount ${amount}, start ${start}, cliff ${cliffSeconds}, duration ${seconds})`,
        to: vesting,
        data: encodeFunctionData({
          abi: aerieVestingAbi,
          functionName: 'grant',
          args: [beneficiary, amount, start, cliffSeconds, seconds],
        }),
        usualGas: 180_000n,
      },
    ],
  }
}

const approval = (token: Address, spender: Address, amount: bigint): Step => ({
  title: 'approve the amount',
  call: `approve(spender ${spender}, value ${amount})`,
  to: token,
  data: encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [spender, amount] }),
  usualGas: 50_000n,
})

const tokens = (amount: bigint): string => formatUnits(amount, TOKEN_DECIMALS)
const days = (seconds: bigint): string => `${formatUnits((seconds * 1_000n) / DAY_S, 3)} days`

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
