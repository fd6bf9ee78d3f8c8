import { liveModule, type MarketService } from '../areas/market/index.ts'
import { serveMirror } from '../areas/workspace/index.ts'
import { serveMessages } from '../platform/sockets/messages-namespace.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'io' | 'logger' | 'clock'> & Pick<Accounts, 'users' | 'admission'> & { readonly market: MarketService }

/** `/messages`, `/mirror` and `/live`; the agent's namespace is opened in wire-agent.ts. */
export function wireSockets({ io, logger, clock, users, admission, market }: Deps) {
  const sockets = { io, logger, ...admission }
  const onError = (error: unknown): void => logger.error({ err: error }, 'a connection of /messages failed')
  const messages = serveMessages({ io, ...admission, isOutdated: users.sessions.isOutdated, onError })
  users.sessions.newLogins.onNew((userId, session) => messages.notify(userId, { kind: 'login', session }))
  serveMirror({ ...sockets, clock })
  const onWallet = async (userId: string): Promise<void> => {
    await users.wallets.changed(userId)
    users.accountStatus.changed(userId)
  }
  const live = liveModule({ ...sockets, market, isWalletLinked: users.isWalletLinked, onWallet })
  return { messages, live }
}
