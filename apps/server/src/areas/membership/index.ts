import { areaPlugin } from '../../platform/area.ts'
import { account } from '../account/index.ts'
import { chainModule } from './chain/chain-module.ts'
import { holdingsModule } from './holdings/holdings-module.ts'

export { BASE_USDC, chainInfoOf } from './chain/chain-host.ts'
export { hostOf } from './chain/endpoint-transport.ts'

/** The chain, and what a user holds on it: wallets, tier, staking and subscriptions. */
export const membership = areaPlugin({
  name: 'membership',
  needs: { account },
  setup({ account, notices, ...platform }) {
    const { config } = platform
    const chain = chainModule({ ...platform, linkedAmong: account.linkedAmong, isWalletLinked: account.isWalletLinked })
    const listening = { publicUrl: config.PUBLIC_URL, host: config.HOST, port: config.PORT }
    const holdings = holdingsModule({ ...platform, chain, users: account, listening, notify: notices.notify })
    return { modules: [chain, { ...holdings, isBackground: true }], api: { chain } }
  },
})
