import { describe, expect, it } from 'vitest'
import { callsFor } from '../test-engine.ts'

describe('a coin that only qualifies another noun', () => {
  it.each([
    'price of bitcoin mining rig',
    "what's the price of an ethereum t-shirt",
    'Was kostet ein Bitcoin-Automat?',
    'cuánto cuesta una camiseta de bitcoin',
    'сколько стоит майнинг ферма для биткоина',
    '一台比特币矿机多少钱',
  ])('is not looked up: %s', (question) => expect(callsFor(question)).toBe('none'))

  it.each([
    ['price for wrapped bitcoin', 'BTC'],
    ['Kannst du mir den Preis von Bitcoin sagen?', 'BTC'],
    ['predict bitcoin whatchamacallit in 6 hours', 'BTC+6'],
  ])('is looked up when the question is about the coin itself: %s', (question, calls) => expect(callsFor(question)).toBe(calls))
})

it('requests a prediction only for the coin that is named again', () => {
  expect(callsFor('price of BTC and ETH, and where will BTC be in 6 hours?')).toBe('BTC ETH BTC+6')
})
