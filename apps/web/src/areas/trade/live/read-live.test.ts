import { expect, it } from 'vitest'
import { type LiveDraft, readLive } from './read-live.ts'
import { seedBytes } from './seed-dialog.tsx'

const BTC = { symbol: 'BTC-USDT', tick: '0.1', lot: '0.001', min_size: '0.002' }
const DRAFT: LiveDraft = {
  side: 'buy',
  type: 'limit',
  size: '0.01',
  price: '60000',
  trigger: '',
  timeInForce: 'gtc',
  isPostOnly: true,
  isReduceOnly: false,
}
const read = (change: Partial<LiveDraft>) => readLive({ ...DRAFT, ...change }, 'BTC-USDT', BTC)

it('parses typed input exactly', () => {
  expect(read({ size: ' 0.010 ' }).order).toMatchObject({
    symbol: 'BTC-USDT',
    size: '0.01',
    price: '60000',
    time_in_force: 'gtc',
    post_only: true,
  })
  expect(read({ type: 'market' }).order).toMatchObject({ type: 'market', time_in_force: 'ioc', post_only: false })
  expect(read({ timeInForce: 'fok' }).order).toMatchObject({ post_only: false })
})

it('parses digits of any script, separators and its own units', () => {
  expect(read({ size: '０．０１ BTC', price: '$60,000.00' }).order).toMatchObject({ size: '0.01', price: '60000' })
  expect(read({ size: '1e-2', price: "60'000 USDT" }).order).toMatchObject({ size: '0.01', price: '60000' })
})

it('parses trigger orders, and drops a trigger from types without one', () => {
  expect(read({ type: 'stop', side: 'sell', trigger: ' 59000 ', price: '58000', timeInForce: 'gtc', isReduceOnly: true }).order).toEqual({
    symbol: 'BTC-USDT',
    side: 'sell',
    type: 'stop',
    size: '0.01',
    price: '58000',
    trigger: '59000',
    time_in_force: 'ioc',
    post_only: false,
    reduce_only: true,
  })
  expect(read({ type: 'take_profit_limit', trigger: '61000' }).order).toMatchObject({
    trigger: '61000',
    time_in_force: 'gtc',
    post_only: false,
  })
  expect(read({ trigger: '61000' }).order).not.toHaveProperty('trigger')
})

it.each([
  [{ type: 'stop', trigger: '' }, { trigger: 'Required' }],
  [{ type: 'stop_limit', trigger: '61000.05' }, { trigger: 'A multiple of 0.1' }],
  [{ type: 'stop', side: 'buy', trigger: '60000.1' }, { price: 'At or above the trigger: a buy pays more' }],
  [{ type: 'take_profit', side: 'sell', trigger: '59999.9' }, { price: 'At or below the trigger: a sell gets less' }],
] as const)('reports what is wrong with the trigger of %j', (change, problems) => {
  expect(read(change)).toEqual({ problems, order: null })
})

it.each([
  [{ size: '' }, { size: 'Required' }],
  [{ size: '0.0105' }, { size: 'A multiple of 0.001' }],
  [{ size: '0.001' }, { size: 'At least 0.002' }],
  [{ size: '0.0' }, { size: 'Enter a number above 0' }],
  [{ size: '1,234' }, { size: '“1,234” can mean 1234 or 1.234. Enter one of the two.' }],
  [{ price: '-1' }, { price: 'Enter a number without a minus sign.' }],
  [{ price: '60000.05' }, { price: 'A multiple of 0.1' }],
])('reports what is wrong with %j', (change, problems) => {
  expect(read(change)).toEqual({ problems, order: null })
})

it('accepts only hexadecimal seeds of 16 to 65 bytes, the length of a wallet signature', () => {
  expect(seedBytes(` 0x${'ab'.repeat(32)} `)).toEqual(new Uint8Array(32).fill(0xab))
  expect(seedBytes('AB'.repeat(65))).toHaveLength(65)
  for (const text of ['', '0x', 'ab'.repeat(15), 'ab'.repeat(66), `${'ab'.repeat(16)}a`, 'zz'.repeat(32)])
    expect(seedBytes(text)).toBeNull()
})
