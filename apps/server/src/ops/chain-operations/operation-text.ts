import type { ChainDescription } from '@aerie/chain/chains'
import { formatEther, formatGwei, getContractAddress, keccak256, size } from 'viem'
import type { Operation, Step } from './operation.ts'
import type { OperationCosts, StepGas } from './operation-costs.ts'

/** Longer call data (as of new contracts) is shown as length and hash. */
const SHOWN_BYTES = 512

export function operationText(
  operation: Operation,
  { costs, chain, signer }: { costs: OperationCosts; chain: ChainDescription; signer: string },
): string {
  const { command, from, terms, steps } = operation
  const widest = Math.max(...terms.map(([name]) => name.length))
  const lines = [
    `${command} on ${chain.name} (chain ${chain.id}), from ${from}, signed by ${signer}`,
    ...terms.map(([name, value]) => `  ${name.padEnd(widest)}  ${value}`),
    '',
    ...steps.flatMap((step, index) => stepLines({ operation, step, index, gas: costs.steps[index] ?? null })),
    '',
    ...trialLines(costs.steps),
    `Fee now at most ${formatGwei(costs.fees.maxFeePerGas)} gwei a unit of gas: ${formatEther(costs.most)} ETH for all. Should it rise, no step pays more than ${formatGwei(costs.mostFeePerGas)} gwei. A rollup's fee for its data on the chain below comes on top.`,
    `Balance ${formatEther(costs.balance)} ETH, after it at that fee at least ${costs.balance < costs.most ? 'nothing: too little' : `${formatEther(costs.balance - costs.most)} ETH`}.`,
  ]
  return `${lines.join('\n')}\n`
}

function trialLines(steps: OperationCosts['steps']): string[] {
  const open = steps.filter((step) => step !== null)
  if (open.length < 2) return []
  return open.some(({ by }) => by === 'trial')
    ? ['Tried one after the other on the present state: no step is refused.']
    : ['This node cannot try a step before the one before it is mined: a later step may still be refused.']
}

type Shown = { readonly operation: Operation; readonly step: Step; readonly index: number; readonly gas: StepGas }

function stepLines({ operation, step, index, gas }: Shown): string[] {
  const nonce = operation.firstNonce + index
  const where = step.to === null ? `new, at ${getContractAddress({ from: operation.from, nonce: BigInt(nonce) })}` : `to ${step.to}`
  return [
    `${String(index + 1).padStart(2)}. ${step.title}, ${where}, nonce ${nonce}`,
    `    ${step.call}`,
    `    data ${size(step.data) <= SHOWN_BYTES ? step.data : `${size(step.data)} bytes, keccak-256 ${keccak256(step.data)}`}`,
    `    ${gas === null ? 'its nonce is used already' : gasText(gas)}`,
  ]
}

const gasText = ({ gas, by }: NonNullable<StepGas>): string =>
  by === 'estimate'
    ? `gas ${gas}`
    : `gas about ${gas} (${by === 'trial' ? 'tried after the steps before it' : 'as on the local chain: a step before it comes first'})`
