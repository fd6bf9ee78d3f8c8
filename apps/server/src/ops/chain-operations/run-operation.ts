import type { Address } from '@aerie/chain/contracts'
import { SECOND_MS } from '@aerie/core/time'
import { getContractAddress, type Hex, type PublicClient, TransactionReceiptNotFoundError } from 'viem'
import { type Operation, OperationFailure, type Step } from './operation.ts'
import { type Fees, gasOf, presentFees, revertMessage } from './operation-costs.ts'
import { type BegunOperation, type Sending, saveOperation } from './operation-file.ts'
import type { Signer, Unsigned } from './signers.ts'

export type RunDeps = {
  readonly client: PublicClient
  readonly signer: Signer
  readonly path: string
  readonly mostFeePerGas: bigint
  readonly waitMs: number
  readonly print: (line: string) => void
  readonly pause: (ms: number) => Promise<void>
}

const LOOK_EVERY_MS = SECOND_MS
/** Nodes accept a replacement transaction only with higher fees (go-ethereum: 10 %). */
const BUMP_PERCENT = 113n

/** Each step is sent once: it keeps its nonce, and signed bytes are stored before sending, so a rerun resends the same bytes. */
export async function runOperation(deps: RunDeps, begun: BegunOperation): Promise<void> {
  const { operation } = begun
  const sendings = operation.steps.map((_, index) => [...(begun.sendings[index] ?? [])])
  const keep = () => saveOperation(deps.path, { operation, sendings })
  await keep()
  for (const [index, step] of operation.steps.entries()) {
    const nonce = operation.firstNonce + index
    const hash = await finishStep(deps, { operation, step, nonce, tried: sendings[index] ?? [], keep })
    deps.print(`${index + 1} of ${operation.steps.length}: ${step.title}: mined${hash === undefined ? '' : ` in ${hash}`}`)
  }
}

type Work = {
  readonly operation: Operation
  readonly step: Step
  readonly nonce: number
  readonly tried: Sending[]
  readonly keep: () => Promise<void>
}

async function finishStep(deps: RunDeps, work: Work): Promise<Hex | undefined> {
  const before = await minedHash(deps, work)
  if (before !== undefined) return before
  if ((await usedNonces(deps, work)) > work.nonce) return await resolveUsedNonce(deps, work)
  await sendStep(deps, work)
  for (let waited = 0; waited < deps.waitMs; waited += LOOK_EVERY_MS) {
    await deps.pause(LOOK_EVERY_MS)
    const hash = await minedHash(deps, work)
    if (hash !== undefined) return hash
    // Mined under another hash than reported: a wallet may have raised the fee.
    if ((await usedNonces(deps, work)) > work.nonce) return await resolveUsedNonce(deps, work)
  }
  throw new OperationFailure(
    `"${work.step.title}" is sent and not mined after ${deps.waitMs / SECOND_MS} s. The same command goes on with it; nothing is sent twice.`,
  )
}

const usedNonces = ({ client }: RunDeps, { operation }: Work): Promise<number> =>
  client.getTransactionCount({ address: operation.from, blockTag: 'latest' })

async function minedHash({ client }: RunDeps, { tried, step }: Work): Promise<Hex | undefined> {
  for (const { hash } of tried) {
    if (hash === null) continue
    const receipt = await client.getTransactionReceipt({ hash }).catch(unlessMissing)
    if (receipt?.status === 'success') return hash
    if (receipt !== undefined) throw new OperationFailure(`"${step.title}" was mined in ${hash} and did nothing: the contract refused it.`)
  }
  return undefined
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof TransactionReceiptNotFoundError) return undefined
  throw error
}

/** The nonce is used: by our transaction, an equivalent deployment, or another transaction of the account. */
async function resolveUsedNonce(deps: RunDeps, work: Work): Promise<Hex | undefined> {
  const { step, nonce, operation } = work
  const ours = await minedHash(deps, work)
  if (ours !== undefined) return ours
  if (step.to === null && (await hasCode(deps.client, getContractAddress({ from: operation.from, nonce: BigInt(nonce) })))) return undefined
  throw new OperationFailure(
    `Nonce ${nonce} of ${operation.from} was used by a transaction that this command has no record of. Look it up in the chain's explorer, then --abandon this operation.`,
  )
}

const hasCode = async (client: PublicClient, address: Address): Promise<boolean> => (await client.getCode({ address })) !== undefined

/** Resends the stored bytes; signs again if there are none or if fees have risen sharply. */
async function sendStep(deps: RunDeps, work: Work): Promise<void> {
  const { client } = deps
  const last = work.tried.at(-1)
  const present = await presentFees(client, deps.mostFeePerGas)
  const isDearer = last !== undefined && present.maxFeePerGas >= bumped(last.maxFeePerGas)
  if (last?.raw && !isDearer) return await broadcast(deps, work, last.raw)
  // Sent by an external signer: only wait for it.
  if (last?.hash && last.raw === null && !isDearer) return
  const { to, data } = work.step
  const gas = await gasOf(client, work.operation, work.step).catch((error: unknown) => {
    throw error instanceof OperationFailure
      ? error
      : new OperationFailure(`"${work.step.title}" would be refused: ${revertMessage(error)}`, { cause: error })
  })
  const fees = last === undefined ? present : replacementFees(present, last)
  await signAndSend(deps, work, { chainId: work.operation.chainId, nonce: work.nonce, to, data, gas, ...fees })
}

/** A replacement needs both fees raised, including the tip if known. */
function replacementFees({ maxFeePerGas, maxPriorityFeePerGas }: Fees, last: Sending): Fees {
  const leastTip = bumped(last.maxPriorityFeePerGas ?? '0')
  const tip = leastTip > maxPriorityFeePerGas ? leastTip : maxPriorityFeePerGas
  return { maxFeePerGas, maxPriorityFeePerGas: tip > maxFeePerGas ? maxFeePerGas : tip }
}

const bumped = (wei: string): bigint => (BigInt(wei) * BUMP_PERCENT) / 100n

async function signAndSend(deps: RunDeps, work: Work, transaction: Unsigned): Promise<void> {
  const fees = { maxFeePerGas: String(transaction.maxFeePerGas), maxPriorityFeePerGas: String(transaction.maxPriorityFeePerGas) }
  const { sign, send } = deps.signer
  if (sign !== undefined) {
    const { hash, raw } = await sign(transaction)
    work.tried.push({ hash, raw, ...fees })
    await work.keep()
    return await broadcast(deps, work, raw)
  }
  deps.print(`${work.step.title}: confirm it at the signer`)
  const at = work.tried.push({ hash: null, raw: null, ...fees }) - 1
  await work.keep()
  const hash = await send?.(transaction).catch((error: unknown) => {
    throw error instanceof OperationFailure
      ? error
      : new OperationFailure(`The signer has not sent "${work.step.title}": ${revertMessage(error)}`)
  })
  work.tried[at] = { hash: hash ?? null, raw: null, ...fees }
  await work.keep()
}

/** "Already known" responses are not errors. */
async function broadcast({ client }: RunDeps, { step }: Work, raw: Hex): Promise<void> {
  try {
    await client.sendRawTransaction({ serializedTransaction: raw })
  } catch (error) {
    if (/already known|already imported|nonce too low|known transaction/i.test(String(error))) return
    throw new OperationFailure(`The node has not taken "${step.title}": ${revertMessage(error)}. The same command tries again.`, {
      cause: error,
    })
  }
}
