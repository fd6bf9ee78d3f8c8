import type { ChainDescription } from '@aerie/chain/chains'
import { MULTICALL3_ADDRESS } from '@aerie/chain/contracts'
import type { Clock } from '@aerie/core/time'
import { createPublicClient, custom, defineChain, fallback, type PublicClient, RpcRequestError, type Transport } from 'viem'
import type { LocalChain } from '../../../ops/chain-node/local-chain.ts'
import { endpointTransport } from './endpoint-transport.ts'

const RETRIES = 2
const FIRST_PAUSE_MS = 200

export function remoteTransport(
  urls: readonly string[],
  options: { chainId: number; clock: Clock; print: (line: string) => void },
): Transport {
  return fallback(
    urls.map((url) => endpointTransport({ url, ...options })),
    { retryCount: RETRIES, retryDelay: FIRST_PAUSE_MS, shouldThrow: isFinal },
  )
}

/** EIP-1474 and go-ethereum: reverted, rejected by the pool, invalid parameters. Other nodes would respond the same. */
const FINAL_CODES = new Set([3, -32_003, -32_602])

const isFinal = (error: Error): boolean => 'code' in error && typeof error.code === 'number' && FINAL_CODES.has(error.code)

/** Data read from the local chain is on disk before it is returned. */
export function localTransport(local: Pick<LocalChain, 'read'>): Transport {
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }): Promise<unknown> => {
    const { error, result } = await local.read(method, params)
    if (error !== undefined) throw new RpcRequestError({ body: { method }, error, url: 'the local chain' })
    return result
  }
  return custom({ request }, { retryCount: 0, key: 'local', name: 'local chain' })
}

export function chainClient({ id, name, nativeCurrency }: ChainDescription, transport: Transport): PublicClient {
  const chain = defineChain({
    id,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
    contracts: { multicall3: { address: MULTICALL3_ADDRESS } },
  })
  return createPublicClient({ chain, transport })
}
