import type { ChainInfo } from '@aerie/wire/server-info'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { loadConnector } from '../connection/lazy-connectors.ts'
import { openWallet } from '../connection/wallet-runtime.ts'
import { useWalletState } from '../wallet-state.ts'
import { demoConnector } from './demo-connector.ts'

const LOCAL: ChainInfo = {
  id: 31_337,
  name: 'Aerie local chain',
  is_local: true,
  rpc: '/api/v1/chain/rpc',
  explorer: null,
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const chain = vi.hoisted((): { now: unknown } => ({ now: null }))
vi.mock('../connection/chain-config.ts', () => ({
  readChainConfig: async () => ({ chain: chain.now, contracts: {} }),
  rpcUrl: () => 'http://127.0.0.1:9/rpc',
}))

const logIn = (user_id: string) => useSession.setState({ phase: 'active', token: 't', user: testUser({ user_id }), endsAt: null })
beforeEach(() => {
  localStorage.clear()
  chain.now = LOCAL
  useWalletState.setState(useWalletState.getInitialState())
  logIn('one')
})

describe('the connector of the demo wallet', () => {
  it.each([
    ['a real chain', { ...LOCAL, id: 8453, is_local: false }],
    ['a real chain that says it is local', { ...LOCAL, id: 8453 }],
    ['a chain of that id that is not the embedded one', { ...LOCAL, is_local: false }],
    ['no chain', null],
  ])('is unavailable with %s', async (_, given) => {
    chain.now = given
    await expect(demoConnector()).rejects.toThrow('The demo wallet works on the local chain only.')
    expect(localStorage).toHaveLength(0)
  })

  it('creates one key per user, stores it in this browser, and is reconnected by the next page', async () => {
    const first = await openWallet()
    const address = await first.connect(await loadConnector('aerieDemo'))
    expect(useWalletState.getState()).toMatchObject({ status: 'connected', isDemo: true, walletName: 'Demo wallet', chainId: 31_337 })
    await openWallet()
    expect(useWalletState.getState()).toMatchObject({ address, isDemo: true })
    logIn('two')
    const second = await openWallet()
    expect(await second.connect(await loadConnector('aerieDemo'))).not.toBe(address)
    logIn('one')
    expect(await (await openWallet()).connect(await loadConnector('aerieDemo'))).toBe(address)
  })

  it('is dropped when the server now has a real chain, and other wallets work', async () => {
    const { connect } = await openWallet()
    await connect(await loadConnector('aerieDemo'))
    chain.now = { ...LOCAL, id: 8453, is_local: false }
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    const runtime = await openWallet()
    expect(useWalletState.getState()).toMatchObject({ address: null, isDemo: false })
    expect(runtime.chain.id).toBe(8453)
  })

  it('reports why when the browser cannot store a key', async () => {
    const { connect } = await openWallet()
    const connector = await loadConnector('aerieDemo')
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse })
    await expect(connect(connector)).rejects.toThrow('does not let the page keep a key')
    vi.unstubAllGlobals()
  })
})
