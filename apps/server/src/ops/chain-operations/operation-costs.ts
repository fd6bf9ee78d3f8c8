import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieUtilsAbi } from '@aerie/chain/abi/aerie-utils'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import type { Address } from '@aerie/chain/contracts'
import { BaseError, decodeErrorResult, formatEther, formatGwei, isHex, type PublicClient } from 'viem'
import * as z from 'zod/mini'
import { type Operation, OperationFailure, type Step } from './operation.ts'

/** In wei per unit of gas (EIP-1559). */
export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
/** From the node's estimate, a simulation, or else the local chain's usage. Null: the nonce is already used. */
export type StepGas = { readonly gas: bigint; readonly by: 'estimate' | 'trial' | 'local chain' } | null
export type OperationCosts = {
  readonly fees: Fees
  readonly mostFeePerGas: bigint
  readonly steps: readonly StepGas[]
  /** Maximum cost at present fees, in wei, excluding a rollup's L1 data fee. */
  readonly most: bigint
  readonly balance: bigint
}

/** Margin over an estimate: state may change until the transaction is mined. */
const HEADROOM_PERCENT = 20n
/** EIP-7825 limit per transaction. */
const MOST_GAS = 16_777_216n

/** @throws OperationFailure if fees exceed the operator's limit */
export async function presentFees(client: PublicClient, mostFeePerGas: bigint): Promise<Fees> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
  if (maxFeePerGas <= mostFeePerGas) return { maxFeePerGas, maxPriorityFeePerGas }
  throw new OperationFailure(
    `The node asks for ${formatGwei(maxFeePerGas)} gwei a unit of gas, and --max-fee-gwei allows ${formatGwei(mostFeePerGas)}.`,
  )
}

export async function gasOf(
  client: PublicClient,
  { from }: Pick<Operation, 'from'>,
  { to, data }: Pick<Step, 'to' | 'data'>,
): Promise<bigint> {
  return withHeadroom(await client.estimateGas({ account: from, to, data }))
}

function withHeadroom(needed: bigint): bigint {
  const gas = needed + (needed * HEADROOM_PERCENT) / 100n
  if (gas > MOST_GAS) throw new OperationFailure(`The node asks for ${gas} gas, and no transaction may have more than ${MOST_GAS}.`)
  return gas
}

/** Cost of the remaining steps at present fees. @throws OperationFailure if a step would be rejected */
export async function costsOf(client: PublicClient, operation: Operation, mostFeePerGas: bigint): Promise<OperationCosts> {
  const fees = await presentFees(client, mostFeePerGas)
  const { from, firstNonce } = operation
  const mined = Math.max(0, (await client.getTransactionCount({ address: from, blockTag: 'latest' })) - firstNonce)
  const open = operation.steps.slice(mined)
  const tried = open.length > 1 ? await trySteps(client, from, open) : undefined
  const steps: StepGas[] = operation.steps.slice(0, mined).map(() => null)
  for (const [index, step] of open.entries())
    steps.push(await stepGas(client, { operation, step, isNext: index === 0, tried: tried?.[index] }))
  const most = steps.reduce((sum, step) => sum + (step?.gas ?? 0n) * fees.maxFeePerGas, 0n)
  return { fees, mostFeePerGas, steps, most, balance: await client.getBalance({ address: from }) }
}

type OpenStep = { readonly operation: Operation; readonly step: Step; readonly isNext: boolean; readonly tried: bigint | undefined }

async function stepGas(client: PublicClient, { operation, step, isNext, tried }: OpenStep): Promise<StepGas> {
  if (!isNext && tried !== undefined) return { gas: withHeadroom(tried), by: 'trial' }
  try {
    return { gas: await gasOf(client, operation, step), by: 'estimate' }
  } catch (error) {
    if (error instanceof OperationFailure) throw error
    if (isNext) throw new OperationFailure(`"${step.title}" would be refused: ${revertMessage(error)}`, { cause: error })
    return { gas: withHeadroom(step.usualGas), by: 'local chain' }
  }
}

export function requireBalance({ most, balance }: OperationCosts, from: string): void {
  if (balance >= most) return
  throw new OperationFailure(`${from} has ${formatEther(balance)} ETH, and this may cost ${formatEther(most)} ETH.`)
}

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))
const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const call = z.object({
  status: z.string(),
  gasUsed: quantity,
  /** Before refunds: the transaction needs this much while running. */
  maxUsedGas: z.optional(quantity),
  returnData: z.optional(hex),
  error: z.optional(z.object({ message: z.optional(z.string()), data: z.optional(z.nullable(hex)) })),
})
type Call = z.output<typeof call>

/** Simulates the steps in sequence (`eth_simulateV1`). @returns gas per step; undefined if the node does not support it */
async function trySteps(client: PublicClient, from: Address, steps: readonly Step[]): Promise<bigint[] | undefined> {
  const calls = await simulated(client, from, steps)
  if (calls === undefined) return undefined
  for (const [index, { title }] of steps.entries()) {
    const found = calls[index]
    if (found !== undefined && found.status !== '0x1') throw new OperationFailure(`"${title}" would be refused: ${refusal(found)}`)
  }
  return calls.map(({ gasUsed, maxUsedGas }) => (maxUsedGas === undefined ? BigInt(gasUsed) : most(BigInt(gasUsed), BigInt(maxUsedGas))))
}

const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)

async function simulated(client: PublicClient, from: Address, steps: readonly Step[]): Promise<Call[] | undefined> {
  const calls = steps.map(({ to, data }) => ({ from, ...(to !== null && { to }), data }))
  const answer = await client
    .request({ method: 'eth_simulateV1', params: [{ blockStateCalls: [{ calls }] }, 'latest'] })
    .catch(() => undefined)
  const parsed = z.safeParse(z.tuple([z.object({ calls: z.array(call).check(z.length(steps.length)) })]), answer)
  return parsed.success ? parsed.data[0].calls : undefined
}

function refusal({ error, returnData }: Call): string {
  const data = [error?.data, returnData].find((bytes) => typeof bytes === 'string' && bytes !== '0x')
  return revertMessage(Object.assign(new Error(error?.message ?? 'the contract says no more'), { data }))
}

const ERRORS = [aerieTokenAbi, aerieVestingAbi, aerieSubscriptionsAbi, aerieStakingAbi, aerieUtilsAbi].flatMap((abi) =>
  abi.filter(({ type }) => type === 'error'),
)
const MOST_TEXT = 300

export function revertMessage(error: unknown): string {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const data: unknown = Reflect.get(current, 'data')
    const message = isHex(data) ? decoded(data) : undefined
    if (message !== undefined) return message
  }
  // `shortMessage` only describes the error code; `details` holds the node's message.
  const text = error instanceof BaseError ? error.details || error.shortMessage : String(error)
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, MOST_TEXT)
}

function decoded(data: `0x${string}`): string | undefined {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: ERRORS, data })
    return `${errorName}(${args.map(String).join(', ')})`
  } catch {
    return undefined
  }
}
