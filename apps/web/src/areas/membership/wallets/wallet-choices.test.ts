import { describe, expect, it } from 'vitest'
import type { Connector } from 'wagmi'
import { partOf } from '../../../../test/part-of.ts'
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

describe('the wallet order', () => {
  it('lists the wallets of this browser first, named as in the specification where possible', () => {
    const { detected, unavailable } = choices({
      ...LOCAL,
      own: [announced('Falcon Wallet', 'org.example.falcon'), announced('MetaMask', 'io.metamask')],
    })
    expect(names(detected)).toEqual(['Falcon Wallet', 'Metamask'])
    expect(names(unavailable)).toEqual(['Wallet Connect', 'Coinbase Wallet', 'Safe'])
  })

  it('lists each MetaMask build with its own name and icon, and adds the vendor when two share a name', () => {
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

  it('uses its MetaMask icon for no other wallet that claims to be MetaMask', () =>
    expect(choices({ own: [announced('Free Coins', 'io.metamask')] }).detected).toMatchObject([{ name: 'Free Coins', icon: null }]))

  it('lists on a fresh install the demo wallet and the three specified ones with their next step', () => {
    const { detected, demo, more, unavailable } = choices(LOCAL)
    expect([names(detected), demo?.name, names(more)]).toEqual([[], 'Demo wallet', []])
    expect(names(unavailable)).toEqual(['Metamask', 'Wallet Connect', 'Coinbase Wallet', 'Safe'])
    expect(unavailable[0]?.obstacle).toEqual({
      state: 'Not installed',
      next: 'Install the MetaMask extension, then reload this page.',
      install: 'https://metamask.io/download',
    })
  })

  it('hides operator-only settings from everyone else', () => {
    const nextSteps = [LOCAL, {}, { isSafeApp: true }].flatMap((one) => choices(one).unavailable).map(({ obstacle }) => obstacle?.next)
    expect(nextSteps.join(' ')).not.toMatch(/[A-Z]+_[A-Z]+|operator|project id/)
  })

  it('offers no demo wallet when the chain is a real one', () => expect(choices({}).demo).toBeNull())
})

describe('Safe', () => {
  it('shows what works without it', () => {
    expect(safe({})?.next).toMatch(/Use Wallet Connect/)
    expect(safe({ isFramed: true })?.next).toMatch(/Use Wallet Connect/)
  })

  it('shows where to open this page once it is allowed, and can then be selected there', () => {
    expect(safe({ isSafeApp: true })?.next).toMatch(/^Open app\.safe\.global/)
    expect(safe({ isSafeApp: true, isFramed: true })).toBeNull()
  })

  it('is not offered on the local chain, wherever the page is shown', () =>
    expect(safe({ isLocal: true, isSafeApp: true, isFramed: true })?.next).toMatch(/does not support the local chain/))
})
