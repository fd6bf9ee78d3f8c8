import * as z from 'zod/mini'

export type NodeRequest = (method: string, params?: readonly unknown[]) => Promise<unknown>

const quantity = z.pipe(z.string().check(z.regex(/^0x[0-9a-f]+$/)), z.transform(Number))
const block = z.object({ number: quantity, hash: z.string(), timestamp: quantity })

/** Time in seconds. */
export const latestBlock = async (request: NodeRequest): Promise<z.output<typeof block>> =>
  z.parse(block, await request('eth_getBlockByNumber', ['latest', false]))

/** Operator-facing reason why the chain is unavailable. The terminal keeps running without it. */
export class ChainTrouble extends Error {
  override readonly name = 'ChainTrouble'
}
