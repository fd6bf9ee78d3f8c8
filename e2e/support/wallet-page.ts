import type { Page } from 'playwright-core'
import { createWalletClient, http, type LocalAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { ServerAddress } from './aerie-server.ts'
import { listenFor } from './listen-for.ts'

export const newAccount = (): LocalAccount => privateKeyToAccount(generatePrivateKey())

/** The in-page wallet's response to a method: reject like a wallet, or report that the chain is missing. */
export type WalletBehaviour = 'approve' | 'reject' | 'hold' | 'reject-in-words' | 'lacks' | 'unknown-in-words' | 'agree-idly'

type StubState = {
  accounts: string[]
  chainId: number
  known: number[]
  behaviour: Record<string, WalletBehaviour>
  asked: string[]
  emit: (event: string, value: unknown) => void
}
declare global {
  interface Window {
    stubWallet: StubState
    signInNode: (method: string, params: unknown[]) => Promise<string>
  }
}

/**
 * A wallet in the page itself (EIP-1193 and EIP-6963), so that errors keep their codes: 4001 for a rejection, 4902 for an unknown chain.
 * Keys stay in Node. It starts on `chainId` and knows no other chain.
 */
export async function installStubWallet(
  page: Page,
  server: Pick<ServerAddress, 'url'>,
  {
    accounts,
    chainId = 31_337,
    name = 'Stub Wallet',
  }: { readonly accounts: readonly LocalAccount[]; readonly chainId?: number; readonly name?: string },
): Promise<void> {
  const rpc = `${server.url}/api/v1/chain/rpc`
  await page.exposeFunction('signInNode', async (method: string, params: readonly unknown[]) => {
    const [first, second] = params as [string, string]
    if (method === 'personal_sign') return await accountOf(accounts, second).signMessage({ message: { raw: first as `0x${string}` } })
    if (method === 'eth_signTypedData_v4') return await accountOf(accounts, first).signTypedData(JSON.parse(second))
    const call = params[0] as { from: string; to: `0x${string}`; data?: `0x${string}`; value?: string; gas?: string }
    const client = createWalletClient({ account: accountOf(accounts, call.from), transport: http(rpc) })
    const gas = call.gas === undefined ? {} : { gas: BigInt(call.gas) }
    return await client.sendTransaction({ chain: null, to: call.to, data: call.data ?? '0x', value: BigInt(call.value ?? 0), ...gas })
  })
  await page.addInitScript(stubWallet, { addresses: accounts.map(({ address }) => address), chainId, name, rpc })
}

const accountOf = (accounts: readonly LocalAccount[], address: string): LocalAccount => {
  const account = accounts.find((one) => one.address.toLowerCase() === address.toLowerCase())
  if (account === undefined) throw new Error(`the wallet has no account ${address}`)
  return account
}

/** Runs in the page. State that survives a reload is in session storage, as with an extension. */
function stubWallet({ addresses, chainId, name, rpc }: { addresses: string[]; chainId: number; name: string; rpc: string }): void {
  const kept = JSON.parse(sessionStorage.getItem('stub-wallet') ?? 'null') as Pick<StubState, 'accounts' | 'chainId' | 'known'> | null
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const state: StubState = {
    accounts: kept?.accounts ?? [],
    chainId: kept?.chainId ?? chainId,
    known: kept?.known ?? [chainId],
    behaviour: {},
    asked: [],
    emit: (event, value) => {
      if (event === 'accountsChanged') state.accounts = value as string[]
      if (event === 'chainChanged') state.chainId = Number(value)
      sessionStorage.setItem('stub-wallet', JSON.stringify({ accounts: state.accounts, chainId: state.chainId, known: state.known }))
      for (const listener of listeners.get(event) ?? []) listener(value)
    },
  }
  window.stubWallet = state
  const fail = (code: number, message: string): never => {
    throw Object.assign(new Error(message), { code })
  }
  const methods: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => {
      state.emit('accountsChanged', state.accounts.length > 0 ? state.accounts : addresses.slice(0, 1))
      return state.accounts
    },
    wallet_requestPermissions: () => {
      state.emit('accountsChanged', state.accounts.length > 0 ? state.accounts : addresses.slice(0, 1))
      return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: state.accounts }] }]
    },
    wallet_revokePermissions: () => {
      state.emit('accountsChanged', [])
      return null
    },
    eth_accounts: () => state.accounts,
    eth_chainId: () => `0x${state.chainId.toString(16)}`,
    wallet_switchEthereumChain: ([wanted]) => {
      const id = Number((wanted as { chainId: string }).chainId)
      if (!state.known.includes(id)) fail(4902, 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.')
      state.emit('chainChanged', `0x${id.toString(16)}`)
      return null
    },
    wallet_addEthereumChain: ([wanted]) => {
      state.known.push(Number((wanted as { chainId: string }).chainId))
      state.emit('chainChanged', (wanted as { chainId: string }).chainId)
      return null
    },
  }
  const toNode = async (method: string, params: unknown[]): Promise<unknown> => {
    const answer = await fetch(rpc, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { code: number; message: string } }
    return error ? fail(error.code, error.message) : result
  }
  const behaviours: Record<WalletBehaviour, () => unknown> = {
    lacks: () => fail(4200, 'The wallet does not support this method.'),
    approve: () => undefined,
    reject: () => fail(4001, 'User rejected the request.'),
    'reject-in-words': () => {
      throw new Error('MetaMask Tx Signature: User denied account authorization')
    },
    'unknown-in-words': () => fail(-32_603, 'Unrecognized chain ID "0x7a69".'),
    'agree-idly': () => undefined,
    hold: () => new Promise(() => undefined),
  }
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> => {
    state.asked.push(method)
    const behaviour = state.behaviour[method] ?? 'approve'
    await behaviours[behaviour]()
    if (behaviour === 'agree-idly') return null
    const own = methods[method]
    if (own) return own(params)
    return ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'].includes(method)
      ? window.signInNode(method, params)
      : toNode(method, params)
  }
  const provider = {
    request,
    on: (event: string, listener: (value: unknown) => void) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) => void listeners.get(event)?.delete(listener),
  }
  const icon =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><circle cx="10" cy="10" r="9" fill="teal"/></svg>'
  const detail = Object.freeze({ info: { uuid: 'b7a2c1de-0000-4000-8000-000000000001', name, icon, rdns: 'org.example.stub' }, provider })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** In-page wallets by name and domain, with the number of announcements; the last may only be available as `window.ethereum`. */
export async function announceWallets(
  page: Page,
  wallets: ReadonlyArray<{ readonly name: string; readonly rdns: string; readonly color: string; readonly times?: number }>,
  hasLegacy: boolean,
): Promise<void> {
  await page.addInitScript(
    ({ given, isLegacyThere }) => {
      const provider = () => ({ request: async () => [], on: () => undefined, removeListener: () => undefined })
      const details = given.flatMap(({ name, rdns, color, times = 1 }) => {
        const own = provider()
        const icon = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24" rx="6" fill="${color}"/></svg>`
        return Array.from({ length: times }, () => ({ info: { uuid: crypto.randomUUID(), name, icon, rdns }, provider: own }))
      })
      if (isLegacyThere) Object.assign(window, { ethereum: provider() })
      const announce = () => {
        for (const detail of details) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }))
      }
      addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    { given: wallets, isLegacyThere: hasLegacy },
  )
}

export const behave = (page: Page, method: string, behaviour: WalletBehaviour): Promise<void> =>
  page.evaluate(
    ([name, how]) => {
      window.stubWallet.behaviour[name] = how
    },
    [method, behaviour] as const,
  )

export async function chooseWallet(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
  if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await dialog.getByRole('button', { name, exact: true }).click()
}

export async function connectWallet(page: Page, account: LocalAccount, name = 'Stub Wallet'): Promise<void> {
  await throughReload(page, 'Wallet was connected successfully. Refreshing shortly.', () => chooseWallet(page, name))
  await pillOf(page, account).waitFor()
}

/** Runs an act and waits for its message and the reload it announces. Waiting begins before the act, so that neither is missed. */
export async function throughReload(page: Page, text: string, act: () => Promise<void>): Promise<void> {
  const waitForText = await listenFor(page, text)
  await Promise.all([page.waitForEvent('load'), act().then(waitForText)])
}

export const pillOf = (page: Page, { address }: Pick<LocalAccount, 'address'>) =>
  page.getByRole('button', { name: new RegExp(`^Wallet ${address.slice(0, 5)}….*${address.slice(-5)}`, 'i') })
