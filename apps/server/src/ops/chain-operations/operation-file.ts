import { readFileSync, renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { errnoCode } from '../../platform/errno-code.ts'
import { makeFolder } from '../../start-files.ts'
import type { Operation } from './operation.ts'
import { OperationFailure } from './operation-failure.ts'

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
