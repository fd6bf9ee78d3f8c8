import type { ChainDescription } from '@aerie/chain/chains'
import { formatEther, formatGwei, getContractAddress, keccak256, size } from 'viem'
import type { Operation, Step } from './operation.ts'
import type { OperationCosts, StepGas } from './operation-costs.ts'

/** Call data up to so many bytes is shown whole; of longer ones, as of new contracts, their length and hash. */
const SHOWN_BYTES = 512

/** What an operation would send, for the operator to read before anything is sent. */
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
    ...steps.flatMap((step, index) => stepLines({ operation, step, index, gas: costs.steps[index] })),
    '',
    `Fee at most ${formatGwei(costs.fees.maxFeePerGas)} gwei a unit of gas: ${formatEther(costs.most)} ETH for all. A rollup's fee for its data on the chain below comes on top.`,
    `Balance ${formatEther(costs.balance)} ETH, after it at least ${costs.balance < costs.most ? 'nothing: too little' : `${formatEther(costs.balance - costs.most)} ETH`}.`,
  ]
  return `${lines.join('\n')}\n`
}

type Shown = { readonly operation: Operation; readonly step: Step; readonly index: number; readonly gas: StepGas | undefined }

function stepLines({ operation, step, index, gas }: Shown): string[] {
  const nonce = operation.firstNonce + index
  const where = step.to === null ? `new, at ${getContractAddress({ from: operation.from, nonce: BigInt(nonce) })}` : `to ${step.to}`
  const amount = gas === undefined ? 'not known' : `${gas.isMeasured ? '' : 'about '}${gas.gas}`
  return [
    `${String(index + 1).padStart(2)}. ${step.title}, ${where}, nonce ${nonce}`,
    `    ${step.call}`,
    `    data ${size(step.data) <= SHOWN_BYTES ? step.data : `${size(step.data)} bytes, keccak-256 ${keccak256(step.data)}`}`,
    `    gas ${amount}${gas?.isMeasured === false ? ' (as on the local chain: a step before it comes first)' : ''}`,
  ]
}
