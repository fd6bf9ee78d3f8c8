import { describe, expect, it } from 'vitest'
import { convert, MONEY } from './converter.tsx'

const btc = { price: 64_000, quote: 'USD' }
const eth = { price: 3_200, quote: 'USD' }

describe('a conversion', () => {
  it('converts a coin to money, money to a coin, and one coin to another', () => {
    expect(convert({ text: '0.5', from: 'BTC', to: MONEY, fromPrice: btc, toPrice: null })).toEqual({
      kind: 'value',
      result: '32000',
      rate: '1 BTC = 64,000.00 USD',
    })
    expect(convert({ text: '100', from: MONEY, to: 'BTC', fromPrice: null, toPrice: btc })).toMatchObject({
      result: '0.0015625',
      rate: '1 USD = 0.00001563 BTC',
    })
    expect(convert({ text: '1,000.00 ETH', from: 'ETH', to: 'BTC', fromPrice: eth, toPrice: btc })).toMatchObject({ result: '50' })
  })

  it('keeps the digits of a rate that the number rule would round to zero', () =>
    expect(convert({ text: '1', from: 'PEPE', to: 'BTC', fromPrice: { price: 0.00000893, quote: 'USD' }, toPrice: btc })).toMatchObject({
      rate: '1 PEPE = 0.000000000139531 BTC',
    }))

  it('labels money with the currency of the price, and never mixes two', () => {
    const usdt = { price: 64_010, quote: 'USDT' }
    expect(convert({ text: '1', from: 'BTC', to: MONEY, fromPrice: usdt, toPrice: null })).toMatchObject({ rate: '1 BTC = 64,010.00 USDT' })
    expect(convert({ text: '1', from: 'BTC', to: 'ETH', fromPrice: usdt, toPrice: eth })).toEqual({
      kind: 'unknown',
      message: 'BTC is priced in USDT and ETH in USD: there is no rate between them here.',
    })
  })

  it('accepts the unit of its own side with the number, and no other', () => {
    const money = { from: MONEY, to: 'BTC', fromPrice: null, toPrice: btc }
    expect(convert({ text: '$64,000.00', ...money })).toMatchObject({ result: '1' })
    expect(convert({ text: '64.000,00 USD', ...money })).toMatchObject({ result: '1' })
    expect(convert({ text: '$1', from: 'BTC', to: MONEY, fromPrice: btc, toPrice: null })).toMatchObject({ kind: 'refused' })
  })

  it('waits for a price rather than assuming zero', () =>
    expect(convert({ text: '1', from: 'BTC', to: 'ETH', fromPrice: btc, toPrice: null })).toMatchObject({ kind: 'unknown' }))

  it('does not treat an empty field as an error', () =>
    expect(convert({ text: ' ', from: 'BTC', to: MONEY, fromPrice: btc, toPrice: null })).toEqual({
      kind: 'empty',
      rate: '1 BTC = 64,000.00 USD',
    }))

  it('reports what is wrong with an amount, and still shows the rate', () =>
    expect(convert({ text: '1,500', from: 'BTC', to: MONEY, fromPrice: btc, toPrice: null })).toEqual({
      kind: 'refused',
      message: '“1,500” can mean 1500 or 1.500. Enter one of the two.',
      rate: '1 BTC = 64,000.00 USD',
    }))
})
