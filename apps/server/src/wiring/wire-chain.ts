import type { Notify } from '@aerie/wire/notices'
import { chainModule, holdingsModule } from '../areas/membership/index.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Foundation & Pick<Accounts, 'users'> & { readonly notify: Notify }

export function wireChain({ config, db, clock, logger, health, metrics, users, notify }: Deps) {
  const shared = { db, clock, logger }
  const { linkedAmong, isWalletLinked } = users
  const chain = chainModule({ ...shared, config, health, linkedAmong, isWalletLinked })
  const listening = { publicUrl: config.PUBLIC_URL, host: config.HOST, port: config.PORT }
  const holdings = holdingsModule({ ...shared, metrics, chain, users, listening, notify })
  return { chain, holdings }
}
