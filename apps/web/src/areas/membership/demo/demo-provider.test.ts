import { hexOf } from '@aerie/chain/hex'
import { parseTransaction, recoverMessageAddress, recoverTypedDataAddress, stringToHex, type Transaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base, foundry } from 'viem/chains'
import { createSiweMessage } from 'viem/siwe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { demoProvider } from './demo-connector.ts'

const KEY = `0x${'7'.repeat(64)}` as const
const account = privateKeyToAccount(KEY)
const TO = `0x${'a'.repeat(40)}` as const
const RPC = 'http://localhost/api/v1/chain/rpc'

type Rpc = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] }
const sent: string[] = []
let nodeChainId = '0x7a69'
const ANSWERS: Readonly<Record<string, () => unknown>> = {
  eth_chainId: () => nodeChainId,
  eth_getTransactionCount: () => '0x4',
  eth_getBlockByNumber: () => ({ baseFeePerGas: '0x1', number: '0x1', timestamp: '0x1', transactions: [] }),
  eth_maxPriorityFeePerGas: () => '0x1',
  eth_estimateGas: () => '0x5208',
  eth_sendRawTransaction: () => `0x${'c'.repeat(64)}`,
}
beforeEach(() => {
  sent.length = 0
  nodeChainId = '0x7a69'
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    const text = String(init.body)
    sent.push(text)
    const { id, method }: Rpc = JSON.parse(text)
    const known = ANSWERS[method]
    const answer = known === undefined ? { error: { code: -32_601, message: 'not here' } } : { result: known() }
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...answer }), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const wallet = () => demoProvider(account, foundry, RPC)
const ask = (method: string, ...params: readonly unknown[]) => wallet().request({ method, params })
const login = (chainId: number) =>
  createSiweMessage({ address: account.address, chainId, domain: 'localhost', uri: 'http://localhost', nonce: 'abcdefgh1', version: '1' })
const permit = (chainId: number) => ({
  domain: { name: 'Aerie', version: '1', chainId, verifyingContract: TO },
  types: { Permit: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Permit' as const,
  message: { value: '12' },
})
const raw = () => {
  const call = sent.map((text): Rpc => JSON.parse(text)).find(({ method }) => method === 'eth_sendRawTransaction')
  return call === undefined ? undefined : parseTransaction(call.params?.[0] as Transaction['input']) // hex, as the node formats it
}

describe('the demo wallet', () => {
  it('is unavailable for any chain but the local one', () =>
    expect(() => demoProvider(account, base, RPC)).toThrow('The demo wallet works on the local chain only.'))

  it('signs a login message and typed data of the local chain, and refuses those of any other', async () => {
    const message = login(31_337)
    const signature = hexOf(String(await ask('personal_sign', stringToHex(message), account.address)))
    expect(await recoverMessageAddress({ message, signature })).toBe(account.address)
    const typed = hexOf(String(await ask('eth_signTypedData_v4', account.address, JSON.stringify(permit(31_337)))))
    expect(await recoverTypedDataAddress({ ...permit(31_337), message: { value: 12n }, signature: typed })).toBe(account.address)
    for (const chainId of [1, 8453]) {
      await expect(ask('personal_sign', stringToHex(login(chainId)), account.address)).rejects.toThrow('local chain only')
      await expect(ask('eth_signTypedData_v4', account.address, JSON.stringify(permit(chainId)))).rejects.toThrow('local chain only')
    }
  })

  it('signs no bytes other than a login message, and no typed data without a chain', async () => {
    await expect(ask('personal_sign', stringToHex('give me all'), account.address)).rejects.toThrow('local chain only')
    const { chainId: _, ...domain } = permit(1).domain
    await expect(ask('eth_signTypedData_v4', account.address, JSON.stringify({ ...permit(1), domain }))).rejects.toThrow(/chainId/)
  })

  it('sends a transaction that is valid on the local chain only', async () => {
    await ask('eth_sendTransaction', { from: account.address, to: TO, data: '0x1234', gas: '0x5208' })
    expect(raw()).toMatchObject({ chainId: 31_337, to: TO, data: '0x1234', gas: 21_000n, nonce: 4 })
  })

  it('sends no transaction that names another chain, and none to a node of another chain', async () => {
    await expect(ask('eth_sendTransaction', { to: TO, chainId: '0x2105' })).rejects.toThrow('local chain only')
    nodeChainId = '0x2105'
    await expect(ask('eth_sendTransaction', { to: TO, gas: '0x5208' })).rejects.toThrow('local chain only')
    expect(raw()).toBeUndefined()
  })

  it('stays on its chain, and never exposes its key', async () => {
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x2105' })).rejects.toThrow(/switch/)
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x7a69' })).toBeNull()
    await ask('eth_sendTransaction', { to: TO, gas: '0x5208' })
    expect(sent.join('\n')).not.toContain(KEY.slice(2))
  })

  it.each(['eth_sign', 'eth_signTransaction', 'eth_privateKey', 'constructor', 'eth_getEncryptionPublicKey'])(
    'does not support %s',
    (method) => expect(ask(method)).rejects.toMatchObject({ code: -32_004 }),
  )
})
