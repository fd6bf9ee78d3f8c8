import type { FastifyInstance } from 'fastify'
import type { PublicClient } from 'viem'
import type { Config } from '../../config.ts'
import type { Authentication } from '../accounts/authentication.ts'
import type { ChainFacts } from './chain-facts.ts'
import type { ChainHost } from './chain-host.ts'
import { chainReaders } from './chain-readers.ts'
import { chainHistory } from './indexer/chain-history.ts'
import { type FollowDeps, followChain } from './indexer/follow-chain.ts'
import { localHost } from './local-host.ts'
import { remoteHost } from './remote-host.ts'
import { ExecutionQueue } from './rpc/execution-queue.ts'
import { rpcGate } from './rpc/rpc-gate.ts'
import { rpcRoutes } from './rpc/rpc-routes.ts'
import { testFundsRoutes } from './test-funds/test-funds-routes.ts'
import { testFundsService } from './test-funds/test-funds-service.ts'

type Deps = FollowDeps & {
  readonly config: Config
  readonly isWalletLinked: (userId: string, address: string) => Promise<boolean>
  readonly requireUser: Authentication['requireUser']
}

export type ChainModule = ReturnType<typeof chainModule>

const PART = 'chain'

/** The chain: ours inside the product, or one elsewhere. What is read of it, and what reaches it from outside. */
export function chainModule(deps: Deps) {
  const { config, db, clock, logger, isWalletLinked, requireUser } = deps
  const say = (line: string): void => logger.warn({ part: PART }, line)
  const urls = config.CHAIN_RPC_URL
  const ours = urls === undefined ? localHost({ dataDir: config.DATA_DIR, clock, say }) : undefined
  const host: ChainHost = ours ?? remoteHost({ config, urls: urls ?? [], clock, say })
  const following = followChain(deps, host)

  return {
    name: PART,
    /** Reads only. For what the readers below do not know: signatures of contract wallets, say. */
    client: host.client as PublicClient,
    readers: chainReaders(host),
    history: chainHistory(db, following.stream),
    /** Up to which block the events have been read, and up to which they count. */
    heights: following.heights,
    isLocal: host.chain.isLocal,
    facts: (): ChainFacts => ({ ...host.chain, contracts: host.contracts() }),
    /** Calls back when events of an account were seen, settled or undone. @returns the way to stop that */
    onChange: following.onChange,
    routes: async (app: FastifyInstance): Promise<void> => {
      if (ours === undefined) return
      const ask = rpcGate({ node: ours.local, chainId: host.chain.id, executions: new ExecutionQueue(clock) })
      await app.register(rpcRoutes({ ask, clock }))
      const funds = testFundsService({ db, clock, local: ours.local, stream: following.stream, isWalletLinked })
      await app.register(testFundsRoutes({ funds, requireUser }))
    },
    start: following.start,
    stop: following.stop,
  }
}
