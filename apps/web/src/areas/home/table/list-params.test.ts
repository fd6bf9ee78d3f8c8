import { expect, it } from 'vitest'
import { parseListRequest, parseSelected, withIndustry, withPage, withSelected, withSort } from './list-params.ts'

const query = (text: string) => new URLSearchParams(text)
const home = { page: 1, industry: null, sort: 'marketCap', order: 'desc' }

it('defaults to the first page of all coins by market cap', () => expect(parseListRequest(query(''))).toEqual(home))

it.each(['page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=1e3', 'page=99999', 'industry=NOPE', 'industry=ALL', 'sort=evil', 'order=up'])(
  'treats %s as unset',
  (text) => expect(parseListRequest(query(text))).toEqual(home),
)

it('parses page, industry and order', () =>
  expect(parseListRequest(query('page=3&industry=MEME&sort=name'))).toEqual({ page: 3, industry: 'MEME', sort: 'name', order: 'asc' }))

it('parses the open coin in any case, and ignores what cannot be a coin', () => {
  expect(parseSelected(query('asset=btc'))).toBe('BTC')
  expect(parseSelected(query('asset=<b>'))).toBeNull()
})

it('omits the first page from the address', () => {
  expect(withPage(query('page=2&industry=MEME'), 1).toString()).toBe('industry=MEME')
  expect(withPage(query('industry=MEME'), 2).toString()).toBe('industry=MEME&page=2')
})

it('starts a filter at its first page, and clears it with a button that has no value', () => {
  expect(withIndustry(query('page=4'), 'MEME').toString()).toBe('industry=MEME')
  expect(withIndustry(query('page=4&industry=MEME'), undefined).toString()).toBe('')
})

it('sorts figures from the largest and names from A, and reverses on the next press', () => {
  expect(withSort(query('page=2'), 'price').toString()).toBe('sort=price')
  expect(withSort(query('sort=price'), 'price').toString()).toBe('sort=price&order=asc')
  expect(withSort(query('sort=price&order=asc'), 'price').toString()).toBe('sort=price')
  expect(withSort(query(''), 'name').toString()).toBe('sort=name')
  expect(withSort(query('sort=name'), 'name').toString()).toBe('sort=name&order=desc')
})

it('returns to the default order with the market cap', () => {
  expect(withSort(query('sort=price'), 'marketCap').toString()).toBe('')
  expect(parseListRequest(withSort(query(''), 'marketCap'))).toEqual({ ...home, order: 'asc' })
})

it('opens and closes a coin without changing the rest', () => {
  expect(withSelected(query('page=2'), 'BTC').toString()).toBe('page=2&asset=BTC')
  expect(withSelected(query('page=2&asset=BTC'), null).toString()).toBe('page=2')
})
