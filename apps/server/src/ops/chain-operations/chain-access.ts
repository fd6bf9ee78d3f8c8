import type { ChainDescription } from '@aerie/chain/chains'
import { SECOND_MS } from '@aerie/core/time'
import { createPublicClient, defineChain, fallback, http, type PublicClient } from 'viem'
import { hostOf } from '../../areas/membership/index.ts'
import { OperationFailure } from './operation.ts'

const TIMEOUT_MS = 15 * SECOND_MS
const MOST_ANSWER_BYTES = 8 * 1024 * 1024

async function cappedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MOST_ANSWER_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  const body = chunks.length === 0 ? null : Buffer.concat(chunks)
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
}

export const cappedHttp = (url: string) => http(url, { fetchFn: cappedFetch, timeout: TIMEOUT_MS, retryCount: 1, retryDelay: 300 })

/** Uses the first node that responds. @throws OperationFailure if a node is on another chain, or none responds */
export async function openChain(urls: readonly string[], { id, name, nativeCurrency }: ChainDescription): Promise<PublicClient> {
  const web = urls.filter((url) => url.startsWith('http'))
  if (web.length === 0) throw new OperationFailure('CHAIN_RPC_URL has no node over http or https: these commands need one.')
  const chain = defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [] } } })
  const client = createPublicClient({ chain, transport: fallback(web.map(cappedHttp)), pollingInterval: SECOND_MS })
  for (const url of web) await requireChain(url, id)
  return client
}

async function requireChain(url: string, id: number): Promise<void> {
  const found = await createPublicClient({ transport: cappedHttp(url) })
    .getChainId()
    .catch((cause: unknown) => {
      throw new OperationFailure(`The node at ${hostOf(url)} does not answer as a node does.`, { cause })
    })
  if (found !== id) throw new OperationFailure(`The node at ${hostOf(url)} is of chain ${found}, and CHAIN_ID says ${id}.`)
}
