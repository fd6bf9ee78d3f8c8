import { readFileSync, renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ChainDescription } from '@aerie/chain/chains'
import { formatEther, formatGwei, getContractAddress, keccak256, size } from 'viem'
import * as z from 'zod/mini'
import { errnoCode } from '../../platform/errno-code.ts'
import { makeFolder } from '../../start-files.ts'
import { type Operation, OperationFailure, type Step } from './operation.ts'
import type { OperationCosts, StepGas } from './operation-costs.ts'

const hex = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]*$/), z.maxLength(400_000))])
const address = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))])
const count = z.int().check(z.gte(0))

const wei = z.string().check(z.regex(/^\d{1,30}$/))
/** A submitted transaction, with its raw bytes if signed here. Stored before it is sent. */
const sent = z.object({
  hash: z.nullable(hex),
  raw: z.nullable(hex),
  maxFeePerGas: wei,
  maxPriorityFeePerGas: z.optional(wei),
})

const operationFile = z.object({
  format: z.literal(1),
  command: z.string(),
  chainId: count,
  from: address,
  firstNonce: count,
  terms: z.array(z.tuple([z.string(), z.string()])),
  steps: z.array(
    z.object({ title: z.string(), call: z.string(), to: z.nullable(address), data: hex, usualGas: z.string(), sent: z.array(sent) }),
  ),
})
type Stored = z.output<typeof operationFile>

export type Sending = z.output<typeof sent>
export type BegunOperation = { readonly operation: Operation; readonly sendings: readonly (readonly Sending[])[] }

export function readOperation(path: string): BegunOperation | undefined {
  const text = readText(path)
  if (text === undefined) return undefined
  try {
    const { steps, format: _, ...rest } = z.parse(operationFile, JSON.parse(text))
    return {
      operation: { ...rest, steps: steps.map(({ sent: _sent, usualGas, ...step }) => ({ ...step, usualGas: BigInt(usualGas) })) },
      sendings: steps.map((step) => step.sent),
    }
  } catch (cause) {
    throw new OperationFailure(`${path} is no record of an operation: move it away after you have looked at the chain`, { cause })
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errnoCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Atomic and fsynced. Holds signed transactions but no key. */
export async function saveOperation(path: string, { operation, sendings }: BegunOperation): Promise<void> {
  const stored: Stored = {
    format: 1,
    ...operation,
    terms: operation.terms.map(([name, value]) => [name, value]),
    steps: operation.steps.map((step, index) => ({ ...step, usualGas: String(step.usualGas), sent: [...(sendings[index] ?? [])] })),
  }
  makeFolder(dirname(path), 0o700)
  const draft = `${path}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(stored, null, 1))
    await file.sync()
  } finally {
    await file.close()
  }
  renameSync(draft, path)
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Renames the record of a finished or abandoned operation. */
export function setAsideOperation(path: string, ending: string): string {
  const kept = path.replace(/\.json$/, `-${ending}.json`)
  renameSync(path, kept)
  return kept
}

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
