import { COINS } from '@aerie/market/catalogue'
import { expect, it } from 'vitest'
import { catalogueEngine } from './catalogue-engine.ts'

const engine = catalogueEngine()

it.each([
  ['price of {coin}', 'get_crypto_price'],
  ['price of {coin} an hour ago', 'get_crypto_history'],
  ['{coin} an hour ago', 'get_crypto_history'],
  ['tell me {coin} an hour ago', 'get_crypto_history'],
  ['show me {coin} for the last 12 hours', 'get_crypto_history'],
  ['what was {coin} 6 hours ago', 'get_crypto_history'],
  ['{coin} vor einer Stunde', 'get_crypto_history'],
  ['{coin} il y a une heure', 'get_crypto_history'],
  ['precio de {coin} hace una hora', 'get_crypto_history'],
  ["{coin} un'ora fa", 'get_crypto_history'],
  ['preço de {coin} há uma hora', 'get_crypto_history'],
  ['{coin} час назад', 'get_crypto_history'],
  ['{coin}一小时前的价格', 'get_crypto_history'],
])('understands every coin of the catalogue, also where its symbol is a word: %s', (question, name) => {
  const missed = COINS.filter(({ symbol }) => {
    const { calls } = engine.answer(question.replace('{coin}', symbol.toLowerCase()), [])
    return calls.length !== 1 || calls[0]?.name !== name || calls[0].arguments.ticker !== symbol
  })
  expect(missed.map(({ symbol }) => symbol)).toEqual([])
})
