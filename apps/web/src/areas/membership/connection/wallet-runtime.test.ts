import type { ChainInfo } from '@aerie/wire/server-info'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Address, useWalletState } from '../wallet-state.ts'
import { openWallet } from './wallet-runtime.ts'

const CHAIN: ChainInfo = {
  id: 31_337,
  name: 'Aerie local chain',
  is_local: true,
  rpc: '/api/v1/chain/rpc',
  explorer: null,
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
vi.mock('./chain-config.ts', () => ({
  readChainConfig: async () => ({ chain: CHAIN, contracts: {} }),
  rpcUrl: () => 'http://127.0.0.1:9/rpc',
}))

type Listener = (value: unknown) => void
type Call = { readonly method: string }

/** A wallet announced by an extension (EIP-6963); with `isLetIn` the page is already permitted. */
function announce(name: string, address: Address, isLetIn: boolean, rdns = `org.example.${name}`) {
  const listeners = new Map<string, Set<Listener>>()
  let accounts: readonly Address[] = isLetIn ? [address] : []
  let held = Promise.resolve()
  let chainId = '0x7a69'
  const asked: string[] = []
  const answers: Readonly<Record<string, () => unknown>> = {
    eth_chainId: () => chainId,
    wallet_switchEthereumChain: () => {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    },
    eth_accounts: () => accounts,
    eth_requestAccounts: () => {
      accounts = [address]
      return accounts
    },
    wallet_requestPermissions: () => {
      accounts = [address]
      return [{ caveats: [{ value: accounts }] }]
    },
  }
  const provider = {
    request: async ({ method }: Call) => {
      asked.push(method)
      if (method === 'eth_accounts') await held
      const answer = answers[method]
      if (answer === undefined) throw Object.assign(new Error(`no ${method} here`), { code: 4200 })
      return answer()
    },
    on: (event: string, listener: Listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: Listener) => void listeners.get(event)?.delete(listener),
  }
  const info = { uuid: crypto.randomUUID(), name, icon: 'data:image/svg+xml,<svg/>', rdns }
  const announceProvider = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', announceProvider)
  announceProvider()
  return {
    provider,
    asked,
    /** Announces itself again as if it were another wallet. */
    announceAgain: () => {
      const again = { info: { ...info, uuid: crypto.randomUUID() }, provider }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(again) }))
    },
    /** Sets its network; it refuses to switch. */
    isOn: (id: string) => {
      chainId = id
    },
    /** Delays account requests until released. */
    hold: () => {
      let give = (): void => undefined
      const waiting = new Promise<void>((resolve) => {
        give = resolve
      })
      held = waiting
      return give
    },
    /** The owner locks the wallet or revokes the permission: every page is notified. */
    drop: () => {
      accounts = []
      for (const listener of listeners.get('accountsChanged') ?? []) listener([])
    },
    leave: () => window.removeEventListener('eip6963:requestProvider', announceProvider),
  }
}

const ADA: Address = '0x00000000000000000000000000000000000000A1'
const BOB: Address = '0x00000000000000000000000000000000000000b2'
const now = () => {
  const { status, address, connections } = useWalletState.getState()
  return { status, address: address?.toLowerCase() ?? null, connections }
}
const connectedState = (address: Address, connections: number) => ({ status: 'connected', address: address.toLowerCase(), connections })

let staying: { readonly leave: () => void }[] = []
beforeEach(() => {
  Reflect.deleteProperty(window, 'ethereum')
  for (const { leave } of staying) leave()
  staying = []
  localStorage.clear()
  useWalletState.setState(useWalletState.getInitialState())
})
const wallets = (...[adaIn, bobIn]: readonly [boolean, boolean]) => {
  const ada = announce('ada', ADA, adaIn)
  const bob = announce('bob', BOB, bobIn)
  staying = [ada, bob]
  return { ada, bob }
}

it('waits for no wallet when none was connected before, so that the connect button stays', async () => {
  wallets(false, false)
  const seen = new Set<string>()
  const stop = useWalletState.subscribe(({ status }) => seen.add(status))
  await openWallet()
  stop()
  expect([...seen]).toEqual(['disconnected'])
})

describe('the wallets of this browser', () => {
  const names = async () => (await (await openWallet()).wallets()).map(({ name }) => name)
  const inject = (provider: unknown) => Object.assign(window, { ethereum: provider })
  /** Answers discovery with two announcements. */
  const announceTwice = (wallet: { readonly announceAgain: () => void; readonly leave: () => void }) => {
    window.addEventListener('eip6963:requestProvider', wallet.announceAgain)
    staying.push({ leave: () => window.removeEventListener('eip6963:requestProvider', wallet.announceAgain) })
  }

  it('are listed once each, however often one announces itself, and two builds under one domain by name', async () => {
    const { ada } = wallets(false, false)
    announceTwice(ada)
    staying.push(announce('ada flask', ADA, false, 'org.example.ada'))
    expect(await names()).toEqual(['ada', 'bob', 'ada flask'])
  })

  it('include a wallet that only sets window.ethereum next to those that announce themselves', async () => {
    const { ada, bob } = wallets(false, false)
    inject({ request: async () => [], on: () => undefined, removeListener: () => undefined })
    expect(await names()).toEqual(['ada', 'bob', 'Injected'])
    inject(ada.provider)
    expect(await names()).toEqual(['ada', 'bob'])
    inject({ request: async () => [], providers: [ada.provider, bob.provider] })
    expect(await names()).toEqual(['ada', 'bob'])
    inject({ request: async () => [], providers: [ada.provider, { request: async () => [] }] })
    expect(await names()).toEqual(['ada', 'bob', 'Injected'])
  })

  it('are listed even when window.ethereum cannot be read', async () => {
    wallets(false, false)
    const runtime = await openWallet()
    const outOfOrder = () => {
      throw new Error('out of order')
    }
    Object.defineProperty(window, 'ethereum', { configurable: true, get: outOfOrder })
    expect((await runtime.wallets()).map(({ name }) => name)).toEqual(['ada', 'bob'])
  })
})

describe('a wallet on another network', () => {
  it('is reported when it refuses the network change', async () => {
    const { ada } = wallets(false, false)
    ada.isOn('0x1')
    const runtime = await openWallet()
    await runtime.connect((await runtime.wallets()).find((one) => one.name === 'ada')!) // announced above
    await expect(runtime.toRightChain()).rejects.toThrow('You refused the network change in your wallet.')
  })
})

describe('two wallets at once', () => {
  it('stay connected together, and the last one connected is active', async () => {
    wallets(false, false)
    const runtime = await openWallet()
    for (const name of ['ada', 'bob']) await runtime.connect((await runtime.wallets()).find((one) => one.name === name)!) // announced above
    expect(now()).toEqual(connectedState(BOB, 2))
  })

  it('switch to the other when the active one disconnects, without a signature request', async () => {
    const { ada, bob } = wallets(false, false)
    const runtime = await openWallet()
    for (const name of ['ada', 'bob']) await runtime.connect((await runtime.wallets()).find((one) => one.name === name)!) // announced above
    ada.asked.length = 0
    bob.drop()
    await vi.waitFor(() => expect(now()).toEqual(connectedState(ADA, 1)))
    expect(ada.asked.filter((method) => method !== 'eth_accounts')).toEqual([])
    ada.drop()
    await vi.waitFor(() => expect(now()).toEqual({ status: 'disconnected', address: null, connections: 0 }))
  })

  it('are both reconnected by the next page, with the last used active; if that disconnects, the other takes over', async () => {
    localStorage.setItem('aerie.wallet.recentConnectorId', JSON.stringify('org.example.bob'))
    const { bob } = wallets(true, true)
    await openWallet()
    expect(now()).toEqual(connectedState(BOB, 2))
    bob.drop()
    await vi.waitFor(() => expect(now()).toEqual(connectedState(ADA, 1)))
  })
  it('are not active again before they respond, whatever the last page stored about them', async () => {
    const { ada, bob } = wallets(true, true)
    await openWallet()
    const inUse = now()
    expect(inUse).toMatchObject({ status: 'connected', connections: 2 })
    const answers = [ada.hold(), bob.hold()]
    const opened = openWallet()
    await vi.waitFor(() => expect(now()).toEqual({ status: 'reconnecting', address: null, connections: 2 }))
    for (const answer of answers) answer()
    await opened
    expect(now()).toEqual(inUse)
  })

  it('use the other when the last used one disconnects while the other is still reconnecting', async () => {
    localStorage.setItem('aerie.wallet.recentConnectorId', JSON.stringify('org.example.bob'))
    const { ada, bob } = wallets(true, true)
    const answer = ada.hold()
    const opened = openWallet()
    await vi.waitFor(() => expect(now()).toMatchObject({ address: BOB.toLowerCase(), connections: 1 }))
    await vi.waitFor(() => expect(ada.asked).toContain('eth_accounts'))
    bob.drop()
    await vi.waitFor(() => expect(now()).toMatchObject({ address: null, connections: 0 }))
    answer()
    await opened
    expect(now()).toEqual(connectedState(ADA, 1))
  })
})
