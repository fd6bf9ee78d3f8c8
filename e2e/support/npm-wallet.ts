import { createWallet, installMockWallet } from '@johanneskares/wallet-mock'
import type { Page } from 'playwright-core'
import { custom, http, type LocalAccount } from 'viem'
import { localhost, mainnet } from 'viem/chains'
import type { AerieServer } from './aerie-server.ts'

type Owner = { refuses: string[]; holds: string | null; release: () => void; emit: (event: string, value: unknown) => void }
declare global {
  interface Window {
    walletOwner: Owner
  }
}

/** How the wallet calls itself. */
export const NPM_WALLET = 'Mock Wallet'

type Options = {
  readonly accounts: readonly [LocalAccount, ...LocalAccount[]]
  /** Whether it begins on Ethereum, and so on the wrong chain. */
  readonly isElsewhere?: boolean
}

/**
 * A wallet that we did not write: `@johanneskares/wallet-mock` as npm has it makes every signature and transaction. It says
 * yes to all and tells of nothing, so the person before it is ours: who lets the page in, refuses with the code of
 * EIP-1193, and chooses another account. It signs no typed data, so that every payment takes an allowance first.
 */
export async function installNpmWallet(page: Page, server: Pick<AerieServer, 'url'>, { accounts, isElsewhere = false }: Options) {
  const transports = { [localhost.id]: http(`${server.url}/api/v1/chain/rpc`), 31337: http(`${server.url}/api/v1/chain/rpc`), 1: ethereum }
  const own = { ...localhost, id: 31_337, rpcUrls: { default: { http: [`${server.url}/api/v1/chain/rpc`] } } }
  const programs = accounts.map((account) => createWallet(account, transports, isElsewhere ? mainnet : own))
  let chosen = 0
  // Before the wallet, so that each announcement is heard here first.
  await page.addInitScript(beOwner, NPM_WALLET)
  type Call = Parameters<(typeof programs)[number]['request']>[0]
  // A wallet has one network, whichever account is chosen.
  const request = async (call: Call) =>
    call.method === 'wallet_switchEthereumChain'
      ? (await Promise.all(programs.map((program) => program.request(call))))[0]
      : await programs[chosen]!.request(call) // an index of accounts
  await installMockWallet({ page, wallet: { request } as (typeof programs)[number] }) // the same, of one program
  return {
    /** From now on the person says no to this. */
    refuse: (method: string) => page.evaluate((name) => void window.walletOwner.refuses.push(name), method),
    agree: (method: string) =>
      page.evaluate((name) => {
        window.walletOwner.refuses = window.walletOwner.refuses.filter((one) => one !== name)
      }, method),
    /** The person thinks about this until `release`. */
    hold: (method: string) =>
      page.evaluate((name) => {
        window.walletOwner.holds = name
      }, method),
    release: () => page.evaluate(() => window.walletOwner.release()),
    /** Chooses another account in the wallet, which tells the page. */
    choose: async (index: number) => {
      chosen = index
      await page.evaluate((address) => window.walletOwner.emit('accountsChanged', [address]), accounts[index]!.address) // by its index
    },
  }
}

/** As much of Ethereum as a wallet tells before it is asked to leave. */
const ethereum = custom({
  request: async ({ method }: { method: string }) => {
    if (method === 'eth_chainId') return '0x1'
    throw new Error(`nobody shall ask Ethereum for ${method}`)
  },
})

/** Runs in the page: stands between it and the wallet. Whether the page was let in outlives a reload, as in an extension. */
function beOwner(walletName: string): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const owner: Owner = {
    refuses: [],
    holds: null,
    release: () => undefined,
    emit: (event, value) => {
      // A wallet that says it has no account for this page gives it none either.
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
