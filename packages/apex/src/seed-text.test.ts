import { expect, it } from 'vitest'
import { apexNetwork, seedOfSignature, seedText } from './seed-text.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

it.each([
  ['https://omni.apex.exchange', 'mainnet'],
  ['https://testnet.omni.apex.exchange', 'testnet'],
  ['https://qa.omni.apex.exchange', 'testnet'],
  ['https://qa.omni.apex.exchange.example.org', 'mainnet'],
  ['http://127.0.0.1:4000', 'mainnet'],
])('maps %s to %s', (root, network) => expect(apexNetwork(new URL(root))).toBe(network))

it('matches the text of ApeX’s connector, byte for byte', () => {
  expect(seedText('mainnet', ADDRESS)).toBe(
    'ApeX Omni Mainnet\nAddress: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\nAction: ApeX Omni Onboarding',
  )
  expect(seedText('testnet', ADDRESS)).toMatch(/^ApeX Omni Testnet\nAddress: /)
})

const RS = `${'01'.repeat(32)}${'fe'.repeat(32)}`

it.each([
  ['00', 27],
  ['01', 28],
  ['1b', 27],
  ['1C', 28],
])('accepts a full signature ending in %s, with %i as its last byte', (last, byte) => {
  const seed = seedOfSignature(`0x${RS}${last}`)
  expect([seed?.length, seed?.[0], seed?.[63], seed?.[64]]).toEqual([65, 1, 0xfe, byte])
})

it.each([`0x${RS}`, `0x${RS}02`, `0x${RS}1d`, `0x${RS}ff`, `${RS}1b`, `0x${RS}1b00`, `0x${'zz'.repeat(65)}`, '0x', ''])(
  'rejects %s as a signature',
  (text) => expect(seedOfSignature(text)).toBeNull(),
)
