import {
  type Chain,
  createWalletClient,
  type Hex,
  hexToString,
  http,
  isHex,
  type LocalAccount,
  MethodNotSupportedRpcError,
  numberToHex,
  SwitchChainError,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage } from 'viem/siwe'
import { type CreateConnectorFn, createConnector } from 'wagmi'
import * as z from 'zod/mini'
import { useSession } from '../../../platform/session/session.ts'
import { readChainConfig, rpcUrl } from '../connection/chain-config.ts'
import { WalletFault } from '../wallet-errors.ts'
import { DEMO_WALLET_ID, DEMO_WALLET_NAME, hasDemoWallet, LOCAL_CHAIN_ID, readDemoKey, storeDemoKey } from './demo-chain.ts'

/** A key created in this browser for the logged-in user, for the local chain only. @throws WalletFault on any other chain */
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
      // Keeps the key, so that reconnecting restores the same wallet.
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

/** @throws WalletFault for guests: a demo wallet belongs to an account */
function userId(): string {
  const { user } = useSession.getState()
  if (user === null) throw new WalletFault('not-connected')
  return user.user_id
}

/** @throws WalletFault if it cannot be stored: the wallet would be lost on the next page load */
function openDemoKey(userId: string): `0x${string}` {
  const known = readDemoKey(userId)
  if (known !== null) return known
  const made = generatePrivateKey()
  if (!storeDemoKey(userId, made)) throw new WalletFault('demo-not-kept')
  return made
}

type DemoCall = { readonly method: string; readonly params?: unknown }

const hex = z.custom<Hex>((value) => isHex(value))
const messageParams = z.tuple([hex, z.string()], z.unknown())
const typedParams = z.tuple([z.string(), z.string()], z.unknown())
const switchParams = z.tuple([z.object({ chainId: hex })], z.unknown())
const transactionParams = z.tuple(
  [
    z.object({
      from: z.optional(z.string()),
      to: hex,
      data: z.optional(hex),
      value: z.optional(hex),
      gas: z.optional(hex),
      chainId: z.optional(hex),
    }),
  ],
  z.unknown(),
)
/** Only the part checked before signing; the data is signed as given. */
const typedData = z.looseObject({ domain: z.looseObject({ chainId: z.union([z.number(), z.string()]) }) })

/**
 * Signs only for the local chain: rejects transactions, typed data and login messages for any other.
 * @throws WalletFault for another chain; viem's EIP-1193 errors for unsupported methods
 */
export function demoProvider(account: LocalAccount, chain: Chain, url: string) {
  if (chain.id !== LOCAL_CHAIN_ID) throw new WalletFault('demo-elsewhere')
  const client = createWalletClient({ account, chain, transport: http(url) })
  const methods: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_accounts: () => [account.address],
    eth_requestAccounts: () => [account.address],
    eth_chainId: () => numberToHex(LOCAL_CHAIN_ID),
    wallet_switchEthereumChain: (params) => {
      if (Number(z.parse(switchParams, params)[0].chainId) !== LOCAL_CHAIN_ID) throw new SwitchChainError(new WalletFault('demo-elsewhere'))
      return null
    },
    personal_sign: (params) => signLogin(account, z.parse(messageParams, params)[0]),
    eth_signTypedData_v4: (params) => signTyped(account, z.parse(typedParams, params)[1]),
    eth_sendTransaction: async (params) => {
      const { to, data, value, gas, chainId } = z.parse(transactionParams, params)[0]
      if (chainId !== undefined) demandLocal(Number(chainId))
      // viem signs for its configured chain whatever the node reports, so check the node.
      demandLocal(await client.getChainId())
      return client.sendTransaction({
        to,
        ...(data !== undefined && { data }),
        ...(value !== undefined && { value: BigInt(value) }),
        ...(gas !== undefined && { gas: BigInt(gas) }),
      })
    },
  }
  const known = new Map(Object.entries(methods))
  return {
    request: async ({ method, params }: DemoCall): Promise<unknown> => {
      const answer = known.get(method)
      if (answer === undefined) throw new MethodNotSupportedRpcError(new Error('the demo wallet does not do this'), { method })
      return answer(params)
    },
  }
}

function demandLocal(chainId: number | undefined): void {
  if (chainId !== LOCAL_CHAIN_ID) throw new WalletFault('demo-elsewhere')
}

/** Login messages (EIP-4361) only: a signature of arbitrary bytes could be valid elsewhere. */
function signLogin(account: LocalAccount, raw: Hex): Promise<Hex> {
  const { chainId } = parseSiweMessage(hexToString(raw))
  demandLocal(chainId)
  return account.signMessage({ message: { raw } })
}

function signTyped(account: LocalAccount, text: string): Promise<Hex> {
  const typed: unknown = JSON.parse(text)
  demandLocal(Number(z.parse(typedData, typed).domain.chainId))
  return account.signTypedData(typed as Parameters<LocalAccount['signTypedData']>[0]) // viem validates types and values
}
