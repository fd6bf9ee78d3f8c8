import type { MarketService } from '../areas/market/index.ts'
import { type ChainModule, chainInfoOf } from '../areas/membership/index.ts'
import type { Config } from '../config.ts'
import { statusRoutes } from '../platform/health/status-routes.ts'
import type { ServerModule } from '../platform/lifecycle.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'config' | 'version' | 'health' | 'isStopping' | 'answers'> & {
  readonly market: MarketService
  readonly chain: Pick<ChainModule, 'facts'>
}

export const wireStatus = ({ config, version, health, isStopping, answers, market, chain }: Deps): ServerModule => ({
  name: 'status',
  routes: statusRoutes({
    version,
    health,
    isStopping,
    answers,
    marketStatus: () => market.hub.status(),
    publicConfig: () => publicFacts(config, chain),
  }),
})

const publicFacts = (config: Config, chain: Deps['chain']) => ({
  chain: chainInfoOf(chain.facts()),
  contracts: { ...chain.facts().contracts },
  walletconnect_project_id: config.WALLETCONNECT_PROJECT_ID ?? null,
  safe_app: config.SAFE_APP === 'on',
  community_chat_url: config.COMMUNITY_CHAT_URL ?? null,
})
