import { describe, expect, it } from 'vitest'
import { callsFor } from '../test-engine.ts'

describe('a coin', () => {
  it.each([
    ['price of bitcoin', 'BTC'],
    ['XBT?', 'BTC'],
    ['₿ price', 'BTC'],
    ['price of bitcoin cash', 'BCH'],
    ['ether classic', 'ETC'],
    ['bitcoins worth', 'BTC'],
    ['what are ethers at', 'ETH'],
    ['how much is dog wif hat', 'WIF'],
    ['matic', 'POL'],
    ['spx6900', 'SPX'],
    ['биткоина курс', 'BTC'],
    ['以太坊价格', 'ETH'],
    ['Bitcoinkurs', 'BTC'],
    ['BTC6小时后', 'BTC+6'],
    ['eth12h ago', 'ETH-12'],
  ])('is recognised by its common names: %s', (question, calls) => expect(callsFor(question)).toBe(calls))

  it.each([
    ['btc/usd', 'BTC'],
    ['ETHUSDT', 'ETH'],
    ['sol-usdc price', 'SOL'],
    ['price of BTC in USDT', 'BTC'],
    ['near/usdt', 'NEAR'],
    ['eth/btc', 'ETH BTC'],
    ['USDT price', 'USDT'],
  ])('is the first of a pair, and a stablecoin alone stands for itself: %s', (question, calls) => expect(callsFor(question)).toBe(calls))

  it.each([
    ['bitcion price', 'BTC'],
    ['price of ehtereum', 'ETH'],
    ['salana now', 'SOL'],
    ['litcoin worth', 'LTC'],
    ['how much is polkadto', 'DOT'],
    ['cardona price', 'ADA'],
  ])('is recognised when misspelt: %s', (question, calls) => expect(callsFor(question)).toBe(calls))

  it.each(['the weather price', 'either way, how much', 'how much is a leather', 'together we are worth it', 'price of carbon'])(
    'is not matched within a real word: %s',
    (question) => expect(callsFor(question)).toBe('none'),
  )
})

describe('a coin name that is also a word', () => {
  it.each([
    ['near price', 'NEAR'],
    ['how much is near', 'NEAR'],
    ['NEAR?', 'NEAR'],
    ['$op', 'OP'],
    ['price of op', 'OP'],
    ['link and dot', 'LINK DOT'],
    ['what was near 6 hours ago', 'NEAR-6'],
    ['compare near with sui', 'NEAR SUI'],
    ['What does SAND cost', 'SAND'],
    ['WHAT IS THE PRICE OF NEAR', 'NEAR'],
    ['ip token price', 'IP'],
    ['the graph price', 'GRT'],
    ['trump coin price', 'TRUMP'],
    ['precio de sol', 'SOL'],
  ])('is a coin where the sentence expects one: %s', (question, calls) => expect(callsFor(question)).toBe(calls))

  it.each([
    ['is bitcoin near 100k', 'BTC'],
    ['link me the bitcoin price', 'BTC'],
    ['how much is one bitcoin', 'BTC'],
    ['what is my ip address', 'none'],
    ['op is wrong again', 'none'],
    ['show me the graph of my life', 'none'],
    ['the sand is hot today', 'none'],
    ['a stellar day', 'none'],
    ['¿hace sol hoy?', 'none'],
    ['algo de bitcoin, ¿precio?', 'BTC'],
    ['one two three', 'none'],
    ['bitcoin ath', 'none'],
  ])('is an ordinary word elsewhere: %s', (question, calls) => expect(callsFor(question)).toBe(calls))
})
