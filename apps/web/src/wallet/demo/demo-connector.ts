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
import { readStored, writeStored } from '../../lib/storage/storage.ts'
import { useSession } from '../../session/session.ts'
import { readChainConfig, rpcUrl } from '../connection/chain-config.ts'
import { WalletFault } from '../wallet-errors.ts'
import { DEMO_WALLET_ID, DEMO_WALLET_NAME, hasDemoWallet, LOCAL_CHAIN_ID } from './demo-chain.ts'

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

const keyOf = (userId: string): string => `aerie.demo-wallet.${userId}`
const isKey = (text: string | null): text is `0x${string}` => text !== null && /^0x[\da-f]{64}$/.test(text)

/** The key of a user's demo wallet in this browser; null where none was made, or logging out has emptied the storage. */
function readDemoKey(userId: string): `0x${string}` | null {
  const text = readStored(keyOf(userId))
  return isKey(text) ? text : null
}

/**
 * Makes the key of a user's demo wallet where there is none. It stays in this browser: nothing sends it anywhere.
 *
 * @throws WalletFault where the browser cannot keep it: the wallet would be gone with the next page
 */
function openDemoKey(userId: string): `0x${string}` {
  const known = readDemoKey(userId)
  if (known !== null) return known
  const made = generatePrivateKey()
  if (!writeStored(keyOf(userId), made)) throw new WalletFault('demo-not-kept')
  return made
}

/** A call as EIP-1193 has it. */
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
/** What is read of typed data before it is signed as it was given. */
const typedData = z.looseObject({ domain: z.looseObject({ chainId: z.union([z.number(), z.string()]) }) })

/**
 * Answers what a page asks of a wallet, with a key that is in this browser. Signs only what is for the local chain: a
 * transaction that names another chain, typed data of another chain's domain and a login message for another chain are refused.
 *
 * @throws WalletFault for another chain; viem's errors by EIP-1193 for what it does not do
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
      // viem signs for its own chain whatever the node says; a node of another chain is no place for it.
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

/** Login messages (EIP-4361) only, so that no page gets a signature of bytes that mean something elsewhere. */
function signLogin(account: LocalAccount, raw: Hex): Promise<Hex> {
  const { chainId } = parseSiweMessage(hexToString(raw))
  demandLocal(chainId)
  return account.signMessage({ message: { raw } })
}

function signTyped(account: LocalAccount, text: string): Promise<Hex> {
  const typed: unknown = JSON.parse(text)
  demandLocal(Number(z.parse(typedData, typed).domain.chainId))
  return account.signTypedData(typed as Parameters<LocalAccount['signTypedData']>[0]) // viem checks its types and values itself
}
