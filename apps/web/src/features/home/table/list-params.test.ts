import { expect, it } from 'vitest'
import { parseListRequest, parseSelected, withIndustry, withPage, withSelected, withSort } from './list-params.ts'

const query = (text: string) => new URLSearchParams(text)
const home = { page: 1, industry: null, sort: 'marketCap', order: 'desc' }

it('is the first page of everything by market cap when the address says nothing', () => expect(parseListRequest(query(''))).toEqual(home))

it.each(['page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=1e3', 'page=99999', 'industry=NOPE', 'industry=ALL', 'sort=evil', 'order=up'])(
  'takes %s as not said',
  (text) => expect(parseListRequest(query(text))).toEqual(home),
)

it('reads page, industry and order', () =>
  expect(parseListRequest(query('page=3&industry=MEME&sort=name'))).toEqual({ page: 3, industry: 'MEME', sort: 'name', order: 'asc' }))

it('reads the open coin, whatever its case, and nothing that cannot be one', () => {
  expect(parseSelected(query('asset=btc'))).toBe('BTC')
  expect(parseSelected(query('asset=<b>'))).toBeNull()
})

it('goes to the first page without saying so', () => {
  expect(withPage(query('page=2&industry=MEME'), 1).toString()).toBe('industry=MEME')
  expect(withPage(query('industry=MEME'), 2).toString()).toBe('industry=MEME&page=2')
})

it('starts a filter at its first page, and clears it with a button that has no value', () => {
  expect(withIndustry(query('page=4'), 'MEME').toString()).toBe('industry=MEME')
  expect(withIndustry(query('page=4&industry=MEME'), undefined).toString()).toBe('')
})

it('orders figures from the largest and names from A, the other way at the next press', () => {
  expect(withSort(query('page=2'), 'price').toString()).toBe('sort=price')
  expect(withSort(query('sort=price'), 'price').toString()).toBe('sort=price&order=asc')
  expect(withSort(query('sort=price&order=asc'), 'price').toString()).toBe('sort=price')
  expect(withSort(query(''), 'name').toString()).toBe('sort=name')
  expect(withSort(query('sort=name'), 'name').toString()).toBe('sort=name&order=desc')
})

it('comes back to its own order with the market cap', () => {
  expect(withSort(query('sort=price'), 'marketCap').toString()).toBe('')
  expect(parseListRequest(withSort(query(''), 'marketCap'))).toEqual({ ...home, order: 'asc' })
})

it('opens and closes a coin and leaves the rest', () => {
  expect(withSelected(query('page=2'), 'BTC').toString()).toBe('page=2&asset=BTC')
  expect(withSelected(query('page=2&asset=BTC'), null).toString()).toBe('page=2')
})
