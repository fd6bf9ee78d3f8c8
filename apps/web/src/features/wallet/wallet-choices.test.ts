import { describe, expect, it } from 'vitest'
import type { Connector } from 'wagmi'
import { partOf } from '../../../test/part-of.ts'
import { type Surroundings, walletChoices } from './wallet-choices.ts'

const PUBLIC: Surroundings = {
  announced: [],
  hasInjected: false,
  isFramed: false,
  projectId: null,
  isLocal: false,
  hasDemo: false,
  isSafeApp: false,
}
const LOCAL = { isLocal: true, hasDemo: true }
const announced = (name: string, id: string): Connector => partOf<Connector>({ uid: id, id, name, icon: undefined }) // the list reads no more of it
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
      announced: [announced('Falcon Wallet', 'org.example.falcon'), announced('MetaMask', 'io.metamask')],
    })
    expect(names(detected)).toEqual(['Falcon Wallet', 'Metamask'])
    expect(names(unavailable)).toEqual(['Wallet Connect', 'Coinbase Wallet', 'Safe'])
  })

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
