import type { LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type CreateConnectorFn, createConnector } from 'wagmi'
import { useSession } from '../../session/session.ts'
import { readChainConfig, rpcUrl } from '../connection/chain-config.ts'
import { WalletFault } from '../wallet-errors.ts'
import { DEMO_WALLET_ID, DEMO_WALLET_NAME, hasDemoWallet } from './demo-chain.ts'
import { openDemoKey, readDemoKey } from './demo-key.ts'
import { demoProvider } from './demo-provider.ts'

/**
 * The demo wallet: a key made in this browser for the user who is logged in, good for the local chain and nothing else
 *.
 *
 * @throws WalletFault on any other chain: there it does not exist
 */
export async function demoConnector(): Promise<CreateConnectorFn> {
  const { chain } = await readChainConfig()
  const url = chain === null ? null : rpcUrl(chain)
  if (!hasDemoWallet(chain) || url === null) throw new WalletFault('demo-elsewhere')
  return createConnector<ReturnType<typeof demoProvider>>((config) => {
    const onDisconnect = (): void => config.emitter.emit('disconnect')
    const accounts = () => [accountOf(openDemoKey(userId())).address]
    const [own] = config.chains
    return {
      id: DEMO_WALLET_ID,
      name: DEMO_WALLET_NAME,
      type: 'demo',
      // biome-ignore lint/suspicious/noExplicitAny: wagmi's own type of the answer depends on a capability that is not asked for here
      connect: async (): Promise<any> => ({ accounts: accounts(), chainId: own.id }),
      // The key stays: the same wallet is there when it is connected again.
      disconnect: async () => undefined,
      getAccounts: async () => accounts(),
      getChainId: async () => own.id,
      getProvider: async () => demoProvider(accountOf(openDemoKey(userId())), own, url),
      isAuthorized: async () => {
        const { user } = useSession.getState()
        return user !== null && readDemoKey(user.user_id) !== null
      },
      onAccountsChanged: () => undefined,
      onChainChanged: () => undefined,
      onDisconnect,
    }
  })
}

const accountOf = (key: `0x${string}`): LocalAccount => privateKeyToAccount(key)

/** @throws WalletFault while nobody is logged in: a wallet belongs to an account here */
function userId(): string {
  const { user } = useSession.getState()
  if (user === null) throw new WalletFault('not-connected')
  return user.user_id
}
