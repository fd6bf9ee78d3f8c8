import { type Clock, SECOND_MS } from '@aerie/core/time'
import { BlockNotFoundError, createPublicClient, webSocket } from 'viem'
import { ChainTrouble } from '../../chain-node/chain-trouble.ts'
import type { Config } from '../../config.ts'
import { chainClient, remoteTransport } from './chain-client.ts'
import { chainOf, configuredContracts } from './chain-facts.ts'
import type { ChainHost, HostListener } from './chain-host.ts'
import { isUnreachable } from './endpoint-transport.ts'
import { watchedAddresses } from './indexer/chain-event.ts'
import { deploymentBlock } from './indexer/deployment-block.ts'

type Options = { readonly config: Config; readonly urls: readonly string[]; readonly clock: Clock; readonly say: (line: string) => void }

/** A stake shows within two seconds of its block; blocks themselves come five a second and are not followed. */
const POLL_MS = SECOND_MS
/** Where a node tells of logs by itself. */
const SLOW_POLL_MS = 4 * SECOND_MS

/** A chain elsewhere, by its nodes. */
export function remoteHost({ config, urls, clock, say }: Options): ChainHost {
  const chain = chainOf(config)
  const contracts = configuredContracts(config)
  const client = chainClient(chain, remoteTransport(urls, { chainId: chain.id, clock, say }))
  const socketUrl = urls.find((url) => url.startsWith('ws'))
  let unfollow: (() => void) | undefined
  return {
    chain,
    client,
    contracts: () => contracts,
    origin: async (isKnown) => {
      const watched = watchedAddresses(contracts)
      const key = `${chain.id}:${watched.map((address) => address.toLowerCase()).join(':')}`
      if (config.CHAIN_FROM_BLOCK !== undefined) return { key, fromBlock: config.CHAIN_FROM_BLOCK }
      const fromBlock = (await isKnown(key)) ? 0 : await deploymentBlock(client, watched)
      if (fromBlock === undefined) throw new ChainTrouble(NO_ORIGIN)
      return { key, fromBlock }
    },
    safeBlock: async () => {
      try {
        return Number((await client.getBlock({ blockTag: 'safe' })).number)
      } catch (error) {
        if (isUnreachable(error)) throw error
        // A node without the tag: nothing is taken as final, and the part says so.
        return error instanceof BlockNotFoundError || 'code' in Object(error) ? undefined : Promise.reject(error)
      }
    },
    touch: () => undefined,
    everyMs: socketUrl === undefined ? POLL_MS : SLOW_POLL_MS,
    health: () => ({ health: 'ok', detail: chain.name }),
    start: async (listener) => {
      if (socketUrl !== undefined) unfollow = followLogs(socketUrl, watchedAddresses(contracts), listener)
    },
    stop: async () => unfollow?.(),
  }
}

const NO_ORIGIN =
  'the block in which the contracts were deployed could not be found: their addresses are wrong, or no node keeps old state; set CHAIN_FROM_BLOCK'

/** A node that can tells of logs at once. What it misses while the line is down comes with the next look. */
function followLogs(url: string, address: `0x${string}`[], { onNews }: HostListener): () => void {
  const client = createPublicClient({ transport: webSocket(url, { reconnect: { attempts: Number.MAX_SAFE_INTEGER, delay: 2_000 } }) })
  return client.watchEvent({ address, onLogs: onNews, onError: () => undefined })
}
