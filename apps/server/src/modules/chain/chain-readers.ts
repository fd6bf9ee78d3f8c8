import type { Address, ContractName } from '@aerie/chain/contracts'
import { newestBlock, readPaidUntil, readPlans, readPool, readPosition, readTier, readVesting } from '@aerie/chain/readings'
import { readTokenBalance } from '@aerie/chain/token-balance'
import { ChainTrouble } from '../../chain-node/chain-trouble.ts'
import type { ChainHost } from './chain-host.ts'
import { orUnavailable } from './chain-unavailable.ts'

/** Readings of the chain, each at one block. What cannot be read is `unavailable`, never zero. */
export function chainReaders({ client, contracts, touch }: Pick<ChainHost, 'client' | 'contracts' | 'touch'>) {
  const addressOf = (name: ContractName): Address => {
    const address = contracts()[name]
    if (address === undefined) throw new ChainTrouble(`the address of the ${name} contract is not known yet`)
    return address
  }
  /** Every reading is one that somebody asked for. */
  const read = <T>(reading: () => Promise<T>): Promise<T> => {
    touch()
    return orUnavailable(async () => reading())
  }
  return {
    newestBlock: () => read(() => newestBlock(client)),
    /** What the utils contract says of an account. @throws AppError unavailable */
    tier: (account: Address) =>
      read(async () => {
        const at = await newestBlock(client)
        return { at, ...(await readTier(client, { utils: addressOf('utils'), account, at })) }
      }),
    /** Balance by the node's token query or the token itself; 0 and `isKnown: false` where neither answers. @throws never */
    balance: async (account: Address) => {
      const token = contracts().token
      if (token === undefined) return { amount: 0n, isKnown: false, source: 'none' } as const
      return readTokenBalance(client, { token, account })
    },
    /** Wallet balance, stake and rewards of an account, and a page of its open tickets, from 1. @throws AppError unavailable */
    position: (account: Address, page = 1) =>
      read(async () => readPosition(client, { token: addressOf('token'), staking: addressOf('staking'), account, page })),
    /** The grants of an account. @throws AppError unavailable */
    vesting: (account: Address) => read(async () => readVesting(client, { vesting: addressOf('vesting'), account })),
    /** Totals, rate and epoch. @throws AppError unavailable */
    pool: () => read(async () => readPool(client, { staking: addressOf('staking') })),
    /** Plans and prices. @throws AppError unavailable */
    plans: () => read(async () => readPlans(client, { subscriptions: addressOf('subscriptions') })),
    /** Until when an account has paid, at the newest block. @throws AppError unavailable */
    paidUntil: (account: Address) => read(async () => readPaidUntil(client, { subscriptions: addressOf('subscriptions'), account })),
  }
}
