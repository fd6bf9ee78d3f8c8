import { describe, expect, it } from 'vitest'
import type { Connector } from 'wagmi'
import { partOf } from '../../../test/part-of.ts'
import { type Surroundings, walletChoices } from './wallet-choices.ts'

const PUBLIC: Surroundings = {
  own: [],
  isFramed: false,
  projectId: null,
  isLocal: false,
  hasDemo: false,
  isSafeApp: false,
}
const LOCAL = { isLocal: true, hasDemo: true }
const announced = (name: string, id: string): Connector => partOf<Connector>({ uid: id, id, name, icon: undefined })
const choices = (surroundings: Partial<Surroundings>) => walletChoices({ ...PUBLIC, ...surroundings })
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
const safe = (surroundings: Partial<Surroundings>) => {
  const { more, unavailable } = choices(surroundings)
  return [...more, ...unavailable].find(({ name }) => name === 'Safe')?.obstacle
}

describe('the order of wallets', () => {
  it('has those of this browser first, under the names of the specification where it has them', () => {
    const { detected, unavailable } = choices({
      ...LOCAL,
      own: [announced('Falcon Wallet', 'org.example.falcon'), announced('MetaMask', 'io.metamask')],
    })
    expect(names(detected)).toEqual(['Falcon Wallet', 'Metamask'])
    expect(names(unavailable)).toEqual(['Wallet Connect', 'Coinbase Wallet', 'Safe'])
  })

  it('has each build of MetaMask under its own name and picture, and one name with the maker where two share it', () => {
    const { detected, unavailable } = choices({
      own: [
        announced('MetaMask', 'io.metamask'),
        announced('MetaMask Flask', 'io.metamask.flask'),
        announced('Wallet', 'org.example.one'),
        announced('Wallet', 'org.example.two'),
        announced('Injected', 'injected'),
      ],
    })
    expect(detected.map(({ name, icon, maker }) => [name, icon, maker])).toEqual([
      ['Metamask', '/wallets/metamask.svg', undefined],
      ['MetaMask Flask', null, undefined],
      ['Wallet', null, 'org.example.one'],
      ['Wallet', null, 'org.example.two'],
      ['Browser wallet', null, undefined],
    ])
    expect(names(unavailable)).not.toContain('Metamask')
  })

  it('lends its picture of MetaMask to no other wallet that claims to be it', () =>
    expect(choices({ own: [announced('Free Coins', 'io.metamask')] }).detected).toMatchObject([{ name: 'Free Coins', icon: null }]))

  it('has on a fresh install the demo wallet, and the three of the specification with what to do about them', () => {
    const { detected, demo, more, unavailable } = choices(LOCAL)
    expect([names(detected), demo?.name, names(more)]).toEqual([[], 'Demo wallet', []])
    expect(names(unavailable)).toEqual(['Metamask', 'Wallet Connect', 'Coinbase Wallet', 'Safe'])
    expect(unavailable[0]?.obstacle).toEqual({
      state: 'Not installed',
      next: 'Install the MetaMask extension, then reload this page.',
      install: 'https://metamask.io/download',
    })
  })

  it('tells nobody of settings that only the operator has', () => {
    const said = [LOCAL, {}, { isSafeApp: true }].flatMap((one) => choices(one).unavailable).map(({ obstacle }) => obstacle?.next)
    expect(said.join(' ')).not.toMatch(/[A-Z]+_[A-Z]+|operator|project id/)
  })

  it('offers no demo wallet where the chain is a real one', () => expect(choices({}).demo).toBeNull())
})

describe('Safe', () => {
  it('says what works without it', () => {
    expect(safe({})?.next).toMatch(/Use Wallet Connect/)
    expect(safe({ isFramed: true })?.next).toMatch(/Use Wallet Connect/)
  })

  it('says where to open this page once it is let in, and can be chosen there', () => {
    expect(safe({ isSafeApp: true })?.next).toMatch(/^Open app\.safe\.global/)
    expect(safe({ isSafeApp: true, isFramed: true })).toBeNull()
  })

  it('is no choice on the local chain, wherever the page is shown', () =>
    expect(safe({ isLocal: true, isSafeApp: true, isFramed: true })?.next).toMatch(/does not support the local chain/))
})
