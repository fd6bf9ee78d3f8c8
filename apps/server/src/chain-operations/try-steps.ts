import type { Address } from '@aerie/chain/contracts'
import type { PublicClient } from 'viem'
import * as z from 'zod/mini'
import type { Step } from './operation.ts'
import { OperationFailure } from './operation-failure.ts'
import { revertWords } from './revert-words.ts'

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))
const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const call = z.object({
  status: z.string(),
  gasUsed: quantity,
  /** Before refunds: a transaction needs as much while it runs. */
  maxUsedGas: z.optional(quantity),
  returnData: z.optional(hex),
  error: z.optional(z.object({ message: z.optional(z.string()), data: z.optional(z.nullable(hex)) })),
})
type Call = z.output<typeof call>

/**
 * Tries steps one after the other on the node's present state, as if each were mined before the next (`eth_simulateV1`).
 *
 * @returns the gas of each; undefined where the node cannot do that
 * @throws OperationFailure where a step would be refused
 */
export async function trySteps(client: PublicClient, from: Address, steps: readonly Step[]): Promise<bigint[] | undefined> {
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
    // Many nodes do not have it, and say so in many words.
    .catch(() => undefined)
  const parsed = z.safeParse(z.tuple([z.object({ calls: z.array(call).check(z.length(steps.length)) })]), answer)
  return parsed.success ? parsed.data[0].calls : undefined
}

function refusal({ error, returnData }: Call): string {
  const data = [error?.data, returnData].find((bytes) => typeof bytes === 'string' && bytes !== '0x')
  return revertWords(Object.assign(new Error(error?.message ?? 'the contract says no more'), { data }))
}
