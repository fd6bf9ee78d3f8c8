import {
  DECIMALS,
  decimalText,
  FRACTION_ONE,
  fraction,
  microUsdc,
  notional,
  type Price,
  parseDecimal,
  price,
  size,
} from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deposit } from '../engine.ts'
import { type Instrument, leverageLimitAt, maintenanceOf, marginTiers, tierOfLeverage } from '../instrument.ts'
import type { Position } from '../matching/fill.ts'
import { emptyMarket, type Market } from '../matching/market.ts'
import { emptyWorking } from '../matching/working.ts'
import { emptyAccount } from '../state.ts'
import { DEFAULT_RULES } from '../turn.ts'
import { accountFigures, supposedFigures } from './figures.ts'
import { fundingPayment, fundingRate } from './funding.ts'
import { exactEquity, exactMaintenance, liquidationPrice } from './margin.ts'

const integer = (text: string, decimals: number): bigint => {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new RangeError(`${text}: ${parsed.fault}`)
  return parsed.value
}
const dollars = (text: string): Price => price(integer(text, DECIMALS.price))
const usdc = (text: string) => microUsdc(integer(text, DECIMALS.usdc))
const exact = (text: string) => notional(integer(text, DECIMALS.notional))
const part = (text: string) => fraction(integer(text, DECIMALS.fraction))
const coins = (text: string) => size(integer(text, DECIMALS.size))

const instrument = (tiers: Instrument['tiers'], symbol = 'X'): Instrument => ({
  symbol,
  tick: dollars('0.000000000001'),
  lot: coins('0.000001'),
  minNotional: exact('0'),
  maxLeverage: 125n,
  tiers,
  fees: { taker: part('0.00045'), maker: part('0.00015') },
})

type Held = {
  readonly symbol?: string
  readonly size: string
  readonly entry: string
  readonly margin?: string
  readonly mark?: string
  readonly tiers: Instrument['tiers']
}

function account(cash: string, held: readonly Held[]) {
  const state = emptyAccount()
  const markets = new Map<string, Market>()
  for (const { symbol = 'X', size: amount, entry, margin, mark, tiers } of held) {
    const position: Position = {
      symbol,
      size: coins(amount),
      cost: notional(coins(amount) * dollars(entry)),
      mode: margin === undefined ? 'cross' : 'isolated',
      leverage: 1n,
      margin: usdc(margin ?? '0'),
    }
    state.positions.set(symbol, position)
    markets.set(symbol, { ...emptyMarket(instrument(tiers, symbol)), mark: dollars(mark ?? entry) })
  }
  deposit({ state, working: emptyWorking(), markets, rules: DEFAULT_RULES, now: 0, events: [] }, usdc(cash))
  return { state, markets }
}

const priceOf = (value: Price | undefined): number => (value === undefined ? Number.NaN : Number(decimalText(value, DECIMALS.price)))

describe('the liquidation price', () => {
  /** freqtrade, tests/exchange/test_hyperliquid.py: values from a live account, isolated margin. */
  it.each([
    ['0.6', '173.06', '20.735658', 20n, 142.05186667],
    ['-0.00031', '67400', '20.887308', 50n, 133443.97317151],
    ['0.0015', '66930', '20.043862', 50n, 54108.51043771],
    ['-0.00099', '65536', '21.604172', 50n, 86493.46174617],
    ['-0.019', '2642.8', '25.091876', 50n, 3924.18322043],
    ['437', '0.11586', '25.29769', 20n, 0.05945697],
    ['-0.5', '190', '9.5', 10n, 199.0476190476],
    ['0.5', '250', '25', 10n, 210.5263157895],
  ])('%s at %s with a margin of %s at up to %ix is %f', (...[amount, entry, margin, leverage, expected]) => {
    const { state, markets } = account('0', [{ size: amount, entry, margin, tiers: tierOfLeverage(leverage) }])
    expect(Math.abs(priceOf(liquidationPrice(state, markets, 'X')) / expected - 1)).toBeLessThan(1e-7)
  })

  /** Binance FAQ b3c689c1f50a44cabb3a84e663b81d93; deductions are its maintenance amounts. */
  const binance = (rate: string, deduction: string) => [{ from: exact('0'), rate: part(rate), deduction: exact(deduction), leverage: 20n }]
  const eth = { symbol: 'ETH', size: '3683.979', entry: '1456.84', mark: '1335.18', tiers: binance('0.1', '135365') }
  const btc = { symbol: 'BTC', size: '109.488', entry: '32481.98', mark: '31967.27', tiers: binance('0.025', '16300') }

  it('of two cross positions matches Binance', () => {
    const { state, markets } = account('1535443.01', [eth, btc])
    expect(priceOf(liquidationPrice(state, markets, 'ETH'))).toBeCloseTo(1153.26, 1)
    expect(priceOf(liquidationPrice(state, markets, 'BTC'))).toBeCloseTo(26316.89, 1)
  })

  it('of each alone with the whole balance matches Binance', () => {
    const alone = (held: Held & { symbol: string }) => {
      const { state, markets } = account('0', [{ ...held, margin: '1535443.01' }])
      return priceOf(liquidationPrice(state, markets, held.symbol))
    }
    expect(alone(eth)).toBeCloseTo(1114.78, 1)
    expect(alone(btc)).toBeCloseTo(18778.73, 1)
  })

  it('matches dYdX: equity 1,000, short 3 ETH at 3,000, maintenance 5 %', () => {
    const { state, markets } = account('1000', [
      { size: '-3', entry: '3000', tiers: marginTiers([{ from: exact('0'), rate: part('0.05') }]) },
    ])
    expect(priceOf(liquidationPrice(state, markets, 'X'))).toBeCloseTo(3174.603, 3)
  })

  it.each([
    ['1', 19_700],
    ['-1', 23_300],
  ])('matches Bybit before 2026: %s BTC at 20,000, 50x, 0.5 %', (amount, expected) => {
    const margin = amount === '1' ? '400' : '3400'
    const maintenance = { from: exact('0'), rate: fraction(0n), deduction: exact('-100'), leverage: 20n }
    const { state, markets } = account('0', [{ size: amount, entry: '20000', margin, tiers: [maintenance] }])
    expect(priceOf(liquidationPrice(state, markets, 'X'))).toBeCloseTo(expected, 6)
  })

  it('of 7,000 units with 10,000 at 25.5 and 1/40 equates equity and maintenance', () => {
    const tiers = tierOfLeverage(20n)
    const { state, markets } = account('10000', [{ size: '7000', entry: '25.5', tiers }])
    const long = liquidationPrice(state, markets, 'X')
    expect(priceOf(long)).toBeCloseTo(24.688644688, 8)
    const short = account('10000', [{ size: '-7000', entry: '25.5', tiers }])
    expect(priceOf(liquidationPrice(short.state, short.markets, 'X'))).toBeCloseTo(26.271777003, 8)
    const there = account('10000', [{ size: '7000', entry: '25.5', mark: '24.688644688644', tiers }])
    expect(Number(decimalText(exactEquity(there.state, there.markets, null), 24))).toBeCloseTo(4320.51282, 4)
    expect(Number(decimalText(exactMaintenance(there.state, there.markets, null), 24))).toBeCloseTo(4320.51282, 4)
  })

  it('is absent when the account can lose the whole position', () => {
    const { state, markets } = account('9998.576498', [{ size: '100', entry: '25.5645', tiers: tierOfLeverage(20n) }])
    expect(liquidationPrice(state, markets, 'X')).toBeUndefined()
  })

  it('agrees with a scan over all prices, through every tier', () => {
    const tiers = marginTiers([
      { from: exact('0'), rate: part('0.05') },
      { from: exact('20000'), rate: part('0.1') },
      { from: exact('100000'), rate: part('0.16666667') },
    ])
    fc.assert(
      fc.property(
        fc.integer({ min: -2_000, max: 2_000 }),
        fc.integer({ min: 100, max: 60_000 }),
        fc.integer({ min: 80, max: 120 }),
        (amount, cash, mark) => {
          fc.pre(amount !== 0)
          const held = { size: String(amount), entry: '100', tiers }
          const { state, markets } = account(String(cash), [{ ...held, mark: String(mark) }])
          const isPoorAt = (at: Price): boolean => {
            const there = account(String(cash), [{ ...held, mark: decimalText(at, DECIMALS.price) }])
            return exactEquity(there.state, there.markets, null) < exactMaintenance(there.state, there.markets, null)
          }
          const found = liquidationPrice(state, markets, 'X')
          const step = price(1_000n)
          const poorSide = amount > 0 ? -1n : 1n
          const agrees =
            found === undefined
              ? !isPoorAt(price(1n))
              : !isPoorAt(price(found - poorSide * step)) && (found <= step || isPoorAt(price(found + poorSide * step)))
          expect(agrees).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('margin tiers', () => {
  const tiers = marginTiers([
    { from: exact('0'), rate: part('0.05') },
    { from: exact('20000'), rate: part('0.1') },
    { from: exact('100000'), rate: fraction(FRACTION_ONE / 6n) },
  ])

  it('from 0 to 20k, to 100k and above have deductions of 0, 1,000 and 7,666.67', () =>
    expect(tiers.map(({ deduction }) => Number(decimalText(deduction, 24)))).toEqual([0, 1_000, expect.closeTo(7666.67, 2)]))
  it('require a maintenance margin of 4,000 at 50k', () => expect(maintenanceOf(instrument(tiers), exact('50000'))).toBe(exact('4000')))
  it('allow 10x, 5x and 3x', () =>
    expect([exact('100'), exact('50000'), exact('200000')].map((worth) => leverageLimitAt(instrument(tiers), worth))).toEqual([
      10n,
      5n,
      3n,
    ]))
  it('are continuous from tier to tier', () => expect(maintenanceOf(instrument(tiers), exact('20000'))).toBe(exact('1000')))
  it('match COIN-M of Binance: 50·(5 % − 2.5 %) + 0.56 is 1.81', () => {
    const [, second] = marginTiers([
      { from: exact('0'), rate: part('0.025') },
      { from: exact('50'), rate: part('0.05') },
    ])
    expect((second?.deduction ?? 0n) + exact('0.56')).toBe(exact('1.81'))
  })
})

describe('funding', () => {
  /** jerryinyang/fundr, tests/fixtures/hl_formula_cases.json; last two rows: clamped, and from Lighter's documentation. */
  it.each([
    ['-0.0005591732', -0.0000073966],
    ['-0.0008259503', -0.0000407438],
    ['-0.0066321638', -0.0007665205],
    ['0.0006047904', 0.0000130988],
    ['-0.0002290303', 0.0000125],
    ['0.001', 0.0000625],
  ])('with a premium of %s is %f an hour', (premium, rate) =>
    expect(Number(decimalText(fundingRate(part(premium)), 18))).toBeCloseTo(rate, 9),
  )

  it('with a premium of 1 % on 10 BTC at 10,000 is 118.75 an hour, not the 950 of eight hours', () =>
    expect(fundingPayment(coins('10'), dollars('10000'), part('0.01'))).toBe(usdc('-118.75')))
  it('is paid to shorts', () => expect(fundingPayment(coins('-10'), dollars('10000'), part('0.01'))).toBe(usdc('118.75')))
  it('is at most 4 % an hour', () => expect(fundingRate(part('0.9'))).toBe(part('0.04')))
})

describe('supposed marks', () => {
  const tiers = tierOfLeverage(20n)
  const held = [
    { symbol: 'X', size: '0.6', entry: '173.06', margin: '20.735658', tiers },
    { symbol: 'Y', size: '-2', entry: '100', tiers },
  ]

  it('change the figures of their positions only, and not the account', () => {
    const { state, markets } = account('500', held)
    const before = accountFigures(state, markets)
    const { equity, unrealised, liquidated } = supposedFigures(state, markets, new Map([['Y', dollars('110')]]))
    expect([equity - before.equity, unrealised - before.unrealised, liquidated]).toEqual([usdc('-20'), usdc('-20'), []])
    expect(accountFigures(state, markets)).toEqual(before)
    const { liquidated: none, ...same } = supposedFigures(state, markets, new Map())
    expect([same, none]).toEqual([before, []])
  })

  it('begin a liquidation below the liquidation price, not at it', () => {
    const { state, markets } = account('500', held)
    const at = liquidationPrice(state, markets, 'X') ?? dollars('1')
    const liquidatedAt = (mark: Price) => supposedFigures(state, markets, new Map([['X', mark]])).liquidated
    expect([liquidatedAt(at), liquidatedAt(price((at * 999n) / 1000n))]).toEqual([[], ['X']])
  })
})
