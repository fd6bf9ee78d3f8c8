import { formatEther, formatGwei, type PublicClient } from 'viem'
import type { Operation, Step } from './operation.ts'
import { OperationFailure } from './operation-failure.ts'
import { revertWords } from './revert-words.ts'

/** What may be paid for each unit of gas, in wei (EIP-1559). */
export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
/** Gas of a step; `isMeasured` false: what it took on the local chain, as a step before it has to be mined first. */
export type StepGas = { readonly gas: bigint; readonly isMeasured: boolean }
export type OperationCosts = {
  readonly fees: Fees
  readonly steps: readonly StepGas[]
  /** Most that all of it costs, in wei; a rollup's fee for its data on the chain below comes on top. */
  readonly most: bigint
  /** What the sender has, in wei. */
  readonly balance: bigint
}

/** Room over an estimate: state may change until the transaction is mined. */
const HEADROOM_PERCENT = 20n
/** EIP-7825: more than that no transaction may have. */
const MOST_GAS = 16_777_216n

/** @throws OperationFailure where the node names more than the operator allows */
export async function presentFees(client: PublicClient, mostFeePerGas: bigint): Promise<Fees> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
  if (maxFeePerGas <= mostFeePerGas) return { maxFeePerGas, maxPriorityFeePerGas }
  throw new OperationFailure(
    `The node asks for ${formatGwei(maxFeePerGas)} gwei a unit of gas, and --max-fee-gwei allows ${formatGwei(mostFeePerGas)}.`,
  )
}

/** Gas limit of a step now. @throws the node's error where the contract refuses it */
export async function gasOf(
  client: PublicClient,
  { from }: Pick<Operation, 'from'>,
  { to, data }: Pick<Step, 'to' | 'data'>,
): Promise<bigint> {
  const estimate = await client.estimateGas({ account: from, to, data })
  const gas = estimate + (estimate * HEADROOM_PERCENT) / 100n
  if (gas > MOST_GAS) throw new OperationFailure(`The node asks for ${gas} gas, and no transaction may have more than ${MOST_GAS}.`)
  return gas
}

/** What an operation costs by the node's present fees. @throws OperationFailure where its first step would be refused */
export async function costsOf(client: PublicClient, operation: Operation, mostFeePerGas: bigint): Promise<OperationCosts> {
  const fees = await presentFees(client, mostFeePerGas)
  const steps: StepGas[] = []
  for (const [index, step] of operation.steps.entries()) steps.push(await stepGas(client, operation, step, index === 0))
  const most = steps.reduce((sum, { gas }) => sum + gas * fees.maxFeePerGas, 0n)
  return { fees, steps, most, balance: await client.getBalance({ address: operation.from }) }
}

async function stepGas(client: PublicClient, operation: Operation, step: Step, isFirst: boolean): Promise<StepGas> {
  try {
    return { gas: await gasOf(client, operation, step), isMeasured: true }
  } catch (error) {
    if (error instanceof OperationFailure) throw error
    if (isFirst) throw new OperationFailure(`"${step.title}" would be refused: ${revertWords(error)}`, { cause: error })
    return { gas: step.usualGas, isMeasured: false }
  }
}

/** @throws OperationFailure where the sender cannot pay */
export function requireBalance({ most, balance }: OperationCosts, from: string): void {
  if (balance >= most) return
  throw new OperationFailure(`${from} has ${formatEther(balance)} ETH, and this may cost ${formatEther(most)} ETH.`)
}
