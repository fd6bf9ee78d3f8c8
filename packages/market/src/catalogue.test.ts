import { existsSync, readFileSync, statSync } from 'node:fs'
import { INDUSTRY_VALUES, PAGE_SIZE, symbol } from '@aerie/wire/market/market'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { COINS, coinBySymbol, logoPath } from './catalogue.ts'

const positive = z.number().check(z.gt(0))
const coin = z.strictObject({
  symbol,
  name: z.string().check(z.minLength(1)),
  coingeckoId: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  approxRank: z.int().check(z.gte(1)),
  circulatingSupply: positive,
  maxSupply: z.nullable(positive),
  industries: z.array(z.enum(INDUSTRY_VALUES)),
  stablecoin: z.boolean(),
  color: z.string().check(z.regex(/^#[0-9A-F]{6}$/)),
  approxPrice: z.nullable(positive),
  approxPriceAsOf: z.nullable(z.iso.date()),
})

const publicFile = (path: string) => new URL(`../../../apps/web/public${path}`, import.meta.url)

describe('the catalogue', () => {
  it('lists at least 67 well-formed coins', () => {
    expect(z.array(coin).parse(COINS).length).toBeGreaterThanOrEqual(67)
  })

  it('lists each symbol, id and rank once, in order of rank', () => {
    expect(new Set(COINS.map((one) => one.symbol)).size).toBe(COINS.length)
    expect(new Set(COINS.map((one) => one.coingeckoId)).size).toBe(COINS.length)
    expect(COINS.map((one) => one.approxRank)).toEqual(COINS.map((_, index) => index + 1))
  })

  it.each(INDUSTRY_VALUES)('has at least two pages of coins in %s', (industry) => {
    expect(COINS.filter((one) => one.industries.includes(industry)).length).toBeGreaterThan(PAGE_SIZE)
  })

  it('includes every currency that has its own screen', () => {
    expect(SUPPORTED_SYMBOLS.filter((one) => coinBySymbol(one) === undefined)).toEqual([])
  })

  it('never has a circulating supply above the maximum supply', () => {
    expect(COINS.filter((one) => one.maxSupply !== null && one.circulatingSupply > one.maxSupply).map((one) => one.symbol)).toEqual([])
  })

  it('finds nothing for an unknown symbol', () => expect(coinBySymbol('NOSUCH')).toBeUndefined())
})

describe('the logos', () => {
  it.each(COINS.map((one) => one.symbol))('include a small one for %s that contains only drawing elements', (one) => {
    const file = publicFile(logoPath(one))
    expect(existsSync(file)).toBe(true)
    expect(statSync(file).size).toBeLessThan(26_000)
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^<svg [^>]*viewBox="/)
    expect(text).not.toMatch(/<script|<foreignObject|<image|<style|\son\w+=|javascript:|<!ENTITY|(?:href|url)\s*[=(]\s*["']?(?!#)/i)
  })
})
