import { type Clock, SECOND_MS } from '@aerie/core/time'
import { CONTRACTS_BUILD, seedChain } from '../../../ops/chain-node/deploy-contracts.ts'
import { LocalChain } from '../../../ops/chain-node/local-chain.ts'
import { ChainTrouble, type NodeRequest } from '../../../ops/chain-node/node-requests.ts'
import { renewStaking } from '../../../ops/chain-node/renew-staking.ts'
import type { Deployment } from '../../../ops/chain-node/state-file.ts'
import { ensureDataDir } from '../../../platform/db/embedded/cluster-paths.ts'
import { chainClient, localTransport } from './chain-client.ts'
import { type ChainHost, chainOf, type HostHealth, type HostListener } from './chain-host.ts'

type Options = { readonly dataDir: string; readonly clock: Clock; readonly print: (line: string) => void }

const EVERY_MS = 5 * SECOND_MS

/** Blocks of the embedded chain are final once on disk. */
export function localHost({ dataDir, clock, print }: Options): ChainHost & { readonly local: LocalChain } {
  const chain = chainOf({})
  let health: HostHealth = { health: 'starting', detail: 'the local chain is starting' }
  let listener: HostListener | undefined
  const local = new LocalChain({
    dataDir,
    chainId: chain.id,
    clock,
    furnish: seedChain,
    renew,
    onHealth: (now) => {
      health = now
      listener?.onHealth()
    },
    onDurable: () => listener?.onNews(),
    print,
  })
  const isOtherBuild = () => local.deployment !== undefined && local.deployment.build !== CONTRACTS_BUILD
  return {
    chain,
    local,
    client: chainClient(chain, localTransport(local)),
    contracts: () => local.deployment?.contracts ?? {},
    origin: async () => {
      if (local.deployment === undefined) throw new ChainTrouble('the local chain is not up')
      return { key: `local:${local.instance}`, fromBlock: local.deployment.block }
    },
    safeBlock: async () => local.durableBlock,
    touch: () => local.noteUse(),
    everyMs: EVERY_MS,
    health: () => (health.health === 'ok' && isOtherBuild() ? OTHER_BUILD : health),
    start: async (listens) => {
      listener = listens
      ensureDataDir(dataDir)
      await local.start()
      if (isOtherBuild()) print(OTHER_BUILD.detail)
    },
    stop: () => local.stop(),
  }
}

/** Only the staking contract has changed since the first build. */
async function renew(request: NodeRequest, deployment: Deployment) {
  if (deployment.build === CONTRACTS_BUILD) return undefined
  const renewal = await renewStaking(request, deployment)
  return {
    deployment: renewal.deployment,
    notice: `the staking contract on the local chain was of an earlier build and was replaced: ${renewal.accounts === 1 ? '1 wallet was' : `${renewal.accounts} wallets were`} paid back what they had in it`,
  }
}

const OTHER_BUILD: HostHealth = {
  health: 'degraded',
  detail:
    'the contracts on the local chain are of another build than this server brings and could not be renewed; they go on as they are: to begin a new chain, stop the server and move DATA_DIR/chain away',
}
