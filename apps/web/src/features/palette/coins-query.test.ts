import { SUPPORTED_SYMBOLS } from '@aerie/wire/supported-symbols'
import { expect, it } from 'vitest'
import { BARE_COINS, mergeCoins } from './coins-query.ts'

it('lists every supported coin once, those of the market first and by name, and no coin without a screen', () => {
  const coins = mergeCoins([
    { symbol: 'USDT', name: 'Tether', logo: '/coins/usdt.svg' },
    { symbol: 'SOL', name: 'Solana', logo: '/coins/sol.svg' },
  ])
  expect(coins[0]).toEqual({ symbol: 'SOL', name: 'Solana', logo: '/coins/sol.svg' })
  expect(coins.map(({ symbol }) => symbol).toSorted()).toEqual([...SUPPORTED_SYMBOLS].toSorted())
})

it('can do without the server', () => expect(BARE_COINS).toHaveLength(67))
