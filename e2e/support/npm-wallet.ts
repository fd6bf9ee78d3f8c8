import { createWallet, installMockWallet } from '@johanneskares/wallet-mock'
import type { Page } from 'playwright-core'
import { custom, http, type LocalAccount } from 'viem'
import { localhost, mainnet } from 'viem/chains'
import type { ServerAddress } from './aerie-server.ts'

type Owner = { refuses: string[]; holds: string | null; release: () => void; emit: (event: string, value: unknown) => void }
declare global {
  interface Window {
    walletOwner: Owner
  }
}

export const NPM_WALLET = 'Mock Wallet'

type Options = {
  readonly accounts: readonly [LocalAccount, ...LocalAccount[]]
  readonly isElsewhere?: boolean
}

/**
 * A third-party wallet: `@johanneskares/wallet-mock` from npm makes every signature and transaction. It approves everything and emits no
 * events, so we add its user: connects, rejects with EIP-1193 codes, switches accounts. It signs no typed data, so every payment needs an
 * allowance first.
 */
export async function installNpmWallet(page: Page, server: Pick<ServerAddress, 'url'>, { accounts, isElsewhere = false }: Options) {
  const transports = { [localhost.id]: http(`${server.url}/api/v1/chain/rpc`), 31337: http(`${server.url}/api/v1/chain/rpc`), 1: ethereum }
  const own = { ...localhost, id: 31_337, rpcUrls: { default: { http: [`${server.url}/api/v1/chain/rpc`] } } }
  const programs = accounts.map((account) => createWallet(account, transports, isElsewhere ? mainnet : own))
  let chosen = 0
  // Before the wallet, to intercept each announcement.
  await page.addInitScript(beOwner, NPM_WALLET)
  type Call = Parameters<(typeof programs)[number]['request']>[0]
  const request = async (call: Call) =>
    call.method === 'wallet_switchEthereumChain'
      ? (await Promise.all(programs.map((program) => program.request(call))))[0]
      : await programs[chosen]!.request(call)
  await installMockWallet({ page, wallet: { request } as (typeof programs)[number] })
  return {
    refuse: (method: string) => page.evaluate((name) => void window.walletOwner.refuses.push(name), method),
    agree: (method: string) =>
      page.evaluate((name) => {
        window.walletOwner.refuses = window.walletOwner.refuses.filter((one) => one !== name)
      }, method),
    hold: (method: string) =>
      page.evaluate((name) => {
        window.walletOwner.holds = name
      }, method),
    release: () => page.evaluate(() => window.walletOwner.release()),
    choose: async (index: number) => {
      chosen = index
      await page.evaluate((address) => window.walletOwner.emit('accountsChanged', [address]), accounts[index]!.address)
    },
  }
}

/** What a wallet needs to answer on Ethereum before it is asked to switch. */
const ethereum = custom({
  request: async ({ method }: { method: string }) => {
    if (method === 'eth_chainId') return '0x1'
    throw new Error(`nobody shall ask Ethereum for ${method}`)
  },
})

/** Runs in the page, between it and the wallet. The connection survives a reload, as with an extension. */
function beOwner(walletName: string): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const owner: Owner = {
    refuses: [],
    holds: null,
    release: () => undefined,
    emit: (event, value) => {
      // A wallet that reports no accounts to this page returns none either.
      if (event === 'accountsChanged' && Array.isArray(value) && value.length === 0) sessionStorage.removeItem('npm-wallet')
      for (const listener of listeners.get(event) ?? []) listener(value)
    },
  }
  window.walletOwner = owner
  const isLetIn = () => sessionStorage.getItem('npm-wallet') === 'let in'
  const letIn = () => sessionStorage.setItem('npm-wallet', 'let in')
  const before: Record<string, () => void> = {
    wallet_requestPermissions: letIn,
    eth_requestAccounts: letIn,
    wallet_revokePermissions: () => sessionStorage.removeItem('npm-wallet'),
  }
  const decision = () =>
    new Promise<void>((resolve) => {
      owner.release = () => {
        owner.holds = null
        resolve()
      }
    })
  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent).detail
    if (info.name !== walletName) return
    const ask = provider.request
    provider.request = async (call: { method: string; params?: unknown[] }) => {
      if (owner.refuses.includes(call.method)) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      before[call.method]?.()
      if (owner.holds === call.method) await decision()
      return call.method === 'eth_accounts' && !isLetIn() ? [] : await ask(call)
    }
    provider.on = (name: string, listener: (value: unknown) => void) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    }
    provider.removeListener = (name: string, listener: (value: unknown) => void) => void listeners.get(name)?.delete(listener)
  })
}
