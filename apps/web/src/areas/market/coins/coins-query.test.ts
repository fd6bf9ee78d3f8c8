import { MOST_WATCHED, MOST_WATCHLISTS } from '@aerie/wire/workspace/workspace'
import { expect, it } from 'vitest'
import { withStar } from './coins-query.ts'

const list = (name: string, symbols: string[], id = name) => ({ id, name, symbols })

it('makes the list with the first star and keeps other lists', () => {
  const one = withStar({ lists: [list('Mine', ['ETH'])] }, 'BTC', true)
  expect(one.lists).toEqual([list('Mine', ['ETH']), list('Starred', ['BTC'], 'starred')])
  expect(withStar(one, 'SOL', true).lists[1]?.symbols).toEqual(['BTC', 'SOL'])
  expect(withStar(one, 'BTC', false).lists[1]?.symbols).toEqual([])
})

it('adds a coin once, however often the change is applied', () => {
  const once = withStar({ lists: [] }, 'BTC', true)
  expect(withStar(once, 'BTC', true)).toEqual(once)
})

it('changes nothing beyond the limits of lists and coins', () => {
  const full = { lists: Array.from({ length: MOST_WATCHLISTS }, (_, index) => list(`${index}`, [])) }
  expect(withStar(full, 'BTC', true)).toEqual(full)
  const many = {
    lists: [
      list(
        'Starred',
        Array.from({ length: MOST_WATCHED }, (_, index) => `C${index}`),
      ),
    ],
  }
  expect(withStar(many, 'BTC', true).lists[0]?.symbols).not.toContain('BTC')
})
