import { type Chain, defineChain, type EIP1193Provider } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { partOf } from '../../../../test/part-of.ts'
import { walletErrorText } from '../wallet-errors.ts'
import { switchNetwork } from './wallet-runtime.ts'

const BASE: Chain = defineChain({
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.base.org'] } },
})
type Answer = () => unknown

/** A wallet on Ethereum with scripted responses; other calls behave like most wallets. */
function walletOf(answers: Readonly<Record<string, Answer>> = {}) {
  const listeners = new Set<(id: string) => void>()
  let chainId = '0x1'
  const asked: string[] = []
  const wallet = {
    asked,
    isOn: (id: string) => {
      chainId = id
    },
    changes: (id: string) => {
      chainId = id
      for (const listener of listeners) listener(id)
    },
    listeners,
  }
  const usual: Readonly<Record<string, Answer>> = {
    eth_chainId: () => chainId,
    wallet_switchEthereumChain: () => wallet.changes('0x2105'),
    wallet_addEthereumChain: () => wallet.changes('0x2105'),
  }
  const provider = partOf<EIP1193Provider>({
    request: partOf<EIP1193Provider['request']>(async ({ method }: { method: string }) => {
      asked.push(method)
      return (answers[method] ?? usual[method])?.()
    }),
    on: partOf<EIP1193Provider['on']>((_event: string, listener: (id: string) => void) => void listeners.add(listener)),
    removeListener: partOf<EIP1193Provider['removeListener']>(
      (_event: string, listener: (id: string) => void) => void listeners.delete(listener),
    ),
  })
  return { ...wallet, provider }
}
const fails =
  (error: unknown): Answer =>
  () => {
    throw error
  }
const coded = (code: unknown, message = '', more: object = {}) => Object.assign(new Error(message), { code, ...more })
const asks = ({ asked }: { readonly asked: readonly string[] }) => asked.filter((method) => method !== 'eth_chainId')
const errorTextOf = (work: Promise<void>) => work.then(() => null, walletErrorText)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('completes at once when the wallet switches', async () => {
  const wallet = walletOf()
  await switchNetwork(wallet.provider, BASE)
  expect(asks(wallet)).toEqual(['wallet_switchEthereumChain'])
  expect([wallet.listeners.size, vi.getTimerCount()]).toEqual([0, 0])
})

describe('a network unknown to the wallet', () => {
  it.each([
    ['4902', coded(4902, 'Unrecognized chain ID "0x2105". Try adding the chain using wallet_addEthereumChain first.')],
    ['4902 as text', coded('4902')],
    ['-32603', coded(-32_603, 'Unrecognized chain ID "0x2105".')],
    ['-32600', coded(-32_600, 'Invalid request')],
    ['4902 inside data.originalError', coded(-32_603, 'Internal JSON-RPC error.', { data: { originalError: { code: 4902 } } })],
    ['words of another language', coded(-32_603, '无法识别的链 ID')],
    ['words without a code', new Error('Chain 8453 hasn’t been added')],
    ['a text', 'unknown chain'],
  ])('is added, whether the wallet reports it with %s', async (_, error) => {
    const wallet = walletOf({ wallet_switchEthereumChain: fails(error) })
    await switchNetwork(wallet.provider, BASE)
    expect(asks(wallet)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  })

  it('is switched to with a second request when adding it does not switch', async () => {
    let isKnown = false
    const wallet = walletOf({
      wallet_switchEthereumChain: () => (isKnown ? wallet.changes('0x2105') : fails(coded(4902))()),
      wallet_addEthereumChain: () => {
        isKnown = true
      },
    })
    await switchNetwork(wallet.provider, BASE)
    expect(asks(wallet)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'wallet_switchEthereumChain'])
  })

  it('shows a specific message for each way in which adding it fails', async () => {
    const unknown = { wallet_switchEthereumChain: fails(coded(4902)) }
    const add = (answer: Answer) => errorTextOf(switchNetwork(walletOf({ ...unknown, wallet_addEthereumChain: answer }).provider, BASE))
    expect(await add(fails(coded(4001)))).toMatch(/^You refused the network change/)
    expect(await add(fails(coded(-32_603, 'nonsense')))).toBe('The wallet does not support this network, and it could not be added.')
    const answers = [fails(coded(4902)), fails(coded(4001))]
    const refusedAfter = walletOf({ wallet_switchEthereumChain: () => answers.shift()?.(), wallet_addEthereumChain: () => null })
    expect(await errorTextOf(switchNetwork(refusedAfter.provider, BASE))).toBe('User rejected switch after adding network.')
  })
})

describe('a rejection', () => {
  it.each([
    ['4001', coded(4001)],
    ['4001 as text', coded('4001')],
    ['4001 inside another error', coded(-32_603, 'Internal JSON-RPC error.', { data: { originalError: { code: 4001 } } })],
    ['the code of WalletConnect', coded(5000, 'User rejected.')],
    ['words of another language', new Error('用户拒绝了请求')],
  ])('with %s adds nothing', async (_, error) => {
    const wallet = walletOf({ wallet_switchEthereumChain: fails(error) })
    expect(await errorTextOf(switchNetwork(wallet.provider, BASE))).toMatch(/^You refused the network change/)
    expect(asks(wallet)).toEqual(['wallet_switchEthereumChain'])
  })
})

it.each([
  [coded(-32_002, 'Request already pending'), /still waiting for an earlier request/],
  [coded(4200, 'Unsupported method'), /does not let sites change its network/],
  [coded(-32_601, 'Method not found'), /does not let sites change its network/],
  [new Error('"wallet_switchEthereumChain" not implemented'), /does not let sites change its network/],
])('adds nothing when the wallet cannot handle the request now, or at all', async (error, expected) => {
  const wallet = walletOf({ wallet_switchEthereumChain: fails(error) })
  expect(await errorTextOf(switchNetwork(wallet.provider, BASE))).toMatch(expected)
  expect(asks(wallet)).toEqual(['wallet_switchEthereumChain'])
})

describe('a wallet that accepts the switch', () => {
  it('is awaited when it switches later, by its event or its own response', async () => {
    for (const change of ['changes', 'isOn'] as const) {
      const wallet = walletOf({ wallet_switchEthereumChain: () => null })
      const done = switchNetwork(wallet.provider, BASE)
      setTimeout(() => wallet[change]('0x2105'), 4_000)
      await vi.advanceTimersByTimeAsync(4_600)
      await done
      expect([wallet.listeners.size, vi.getTimerCount()]).toEqual([0, 0])
    }
  })

  it('is reported as being on another network when it has not switched after ten seconds', async () => {
    const wallet = walletOf({ wallet_switchEthereumChain: () => null })
    const text = errorTextOf(switchNetwork(wallet.provider, BASE))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await text).toMatch(/^Your wallet accepted the network change but is still on another network\./)
    expect([wallet.listeners.size, vi.getTimerCount()]).toEqual([0, 0])
  })

  it('is also reported when it then stops responding', async () => {
    const wallet = walletOf({ wallet_switchEthereumChain: () => null, eth_chainId: () => new Promise(() => undefined) })
    const text = errorTextOf(switchNetwork(wallet.provider, BASE))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await text).toMatch(/still on another network/)
  })

  it('completes by its event when the request is never answered', async () => {
    const wallet = walletOf({ wallet_switchEthereumChain: () => new Promise(() => undefined) })
    const done = switchNetwork(wallet.provider, BASE)
    wallet.changes('0x1')
    wallet.changes('0x2105')
    await expect(done).resolves.toBeUndefined()
  })
})
