import { defined } from '@aerie/core/defined'
import { recordKeys } from '@aerie/core/record-keys'
import { riskSettings } from '@aerie/wire/market/analytics'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fieldText, parseRiskOptions, priceField, type RiskOptions, readNumber, SETTING_RULES, type SettingName } from './risk-fields.ts'
import { readRisk } from './risk-plan.ts'
import { formulasOf, summaryText } from './risk-text.ts'

const TEXTS: Record<SettingName, string> = {
  account: '$50,000.00',
  risk_percent: '1',
  leverage: '5',
  fee_percent: '0',
  slippage_percent: '0',
  maintenance_percent: '0.5',
  lot: '1',
  win_percent: '40',
  reward_to_risk: '',
}
const PLAN: RiskOptions = { coin: 'BTC', side: 'long', entry: '200', stop: '190', targets: ['230'] }
const read = (options: Partial<RiskOptions> = {}, texts: Partial<typeof TEXTS> = {}, livePrice: number | null = 205) =>
  readRisk({ options: { ...PLAN, ...options }, texts: { ...TEXTS, ...texts }, livePrice })

it('computes the published example from the typed values', () => {
  const { problems, result } = read()
  expect(problems).toEqual({})
  expect(result?.position).toMatchObject({ size: 50, value: 10_000, loss: 500, margin: 2_000, limit: 'risk' })
  expect(result?.outcomes).toEqual([{ target: 230, outcome: { gain: 1_500, rewardToRisk: 3, breakEvenRate: 0.25 } }])
  expect(result?.liquidation.price).toBeCloseTo(161, 10)
  expect(result?.kelly?.fullPercent).toBeCloseTo(20, 10)
  expect(result?.kelly?.expectedR).toBeCloseTo(0.6, 10)
})

it('uses the live price for an empty entry, and reports an error when there is none', () => {
  expect(read({ entry: '' }).result?.plan.entry).toBe(205)
  expect(read({ entry: '' }, {}, null)).toMatchObject({ result: null, problems: { entry: expect.any(String) } })
})

it.each([
  [{ stop: '200' }, 'stop', 'The stop of a long must be below its entry.'],
  [{ side: 'short' as const, targets: [''] }, 'stop', 'The stop of a short must be above its entry.'],
  [{ targets: ['199'] }, 'target-0', 'A target of a long must be above its entry.'],
  [{ stop: '1,500' }, 'stop', '“1,500” can mean 1500 or 1.500. Enter one of the two.'],
  [{ stop: 'abc' }, 'stop', 'Enter a number, such as 1234.5.'],
  [{ stop: '0' }, 'stop', 'More than 0.'],
])('reports what is wrong with %j at the field, and shows no figures', (change, field, message) => {
  const { problems, result } = read(change)
  expect([Object.entries(problems).find(([name]) => name === field)?.[1], result]).toEqual([message, null])
})

it.each([
  [{ risk_percent: '0' }, 'risk_percent'],
  [{ risk_percent: '101' }, 'risk_percent'],
  [{ leverage: '0.5' }, 'leverage'],
  [{ leverage: '200' }, 'leverage'],
  [{ account: '' }, 'account'],
  [{ win_percent: '101' }, 'win_percent'],
  [{ lot: '51' }, 'lot'],
])('rejects %j by the name of its field', (change, field) => {
  const { problems, result } = read({}, change)
  expect([Object.keys(problems), result]).toEqual([[field], null])
})

it('detects a liquidation before the stop, and the leverage that avoids it', () => {
  const { liquidation } = defined(read({}, { leverage: '25' }).result)
  expect(liquidation.isBeforeStop).toBe(true)
  expect(liquidation.safeLeverage).toBe(18.1)
  expect(defined(read({}, { leverage: '18.1' }).result).liquidation.isBeforeStop).toBe(false)
  expect(defined(read({}, { leverage: '18.3' }).result).liquidation.isBeforeStop).toBe(true)
  expect(defined(read({ side: 'short', stop: '260', targets: [''] }, { leverage: '4' }).result).liquidation.isBeforeStop).toBe(true)
})

it('has no Kelly size without a profitable target or an estimate, and none without an edge', () => {
  expect(defined(read({ targets: [''] }).result).kelly).toBeNull()
  expect(defined(read({}, { win_percent: '' }).result).kelly).toBeNull()
  expect(defined(defined(read({}, { win_percent: '20' }).result).kelly).fullPercent).toBeLessThan(0)
})

it('fills the formulas with the numbers of the plan', () => {
  const formulas = formulasOf(defined(read().result), 0.5)
  expect(formulas.budget).toBe('50,000.00 × 1% = 500.00')
  expect(formulas.size).toBe('⌊ 500.00 ÷ 10.00 ÷ 1 ⌋ × 1 = 50')
  expect(formulas.liquidation).toBe('200.00 × (1 − 1/5 + 0.5%) = 161.00')
})

it('copies the plan as text', () => {
  expect(summaryText('BTC', 'USD', defined(read().result)).split('\n')).toEqual([
    'Long 50 BTC ($10,000.00) at 5×',
    'Entry $200.00, stop $190.00',
    'Risk $500.00 (1.00% of $50,000.00), margin $2,000.00',
    'Target $230.00: $1,500.00, 3.00 : 1',
    'Liquidation $161.00 (−19.50%)',
    'Includes fees of 0% per trade and slippage of 0%.',
  ])
})

it('never shows the prices of another coin', () => {
  expect(parseRiskOptions(PLAN, 'BTC')).toEqual(PLAN)
  expect(parseRiskOptions(PLAN, 'ETH')).toEqual({ coin: 'ETH', side: 'long', entry: '', stop: '', targets: [''] })
  for (const broken of [null, 7, { side: 'up' }, { coin: 'BTC', targets: [], stop: 5 }])
    expect(parseRiskOptions(broken, 'BTC')).toEqual({ coin: 'BTC', side: 'long', entry: '', stop: '', targets: [''] })
})

it('accepts no setting that the server would refuse', () => {
  for (const name of recordKeys(SETTING_RULES))
    for (const text of ['0', '1', '50', '50.1', '100', '100.1', '500', '501', '10', '10.1', '']) {
      const found = readNumber(text, SETTING_RULES[name])
      const isTaken = z.safeParse(riskSettings, { [name]: found.ok ? found.value : 1 }).success
      expect([name, text, !found.ok || isTaken || (name === 'risk_percent' && text === '0')]).toEqual([name, text, true])
    }
})

it('formats numbers so that they can be parsed again', () => {
  for (const value of [0.00000893, 51_234.5, 1e-8, 1_000_000])
    expect(readNumber(fieldText(value), { label: '', unit: '', least: 0, most: 1e12 })).toEqual({ ok: true, value })
  expect(priceField(51_761.333_333)).toBe('51761.33')
  expect(fieldText(null)).toBe('')
})

it('reports when a plan pays less than its minimum reward to risk, and where the target would be', () => {
  expect(read().result?.least).toBeNull()
  expect(read({}, { reward_to_risk: '2' }).result?.least).toEqual({ rewardToRisk: 2, target: 220, isMissed: false })
  expect(read({ targets: ['215'] }, { reward_to_risk: '2' }).result?.least).toMatchObject({ isMissed: true })
  expect(read({ targets: [''] }, { reward_to_risk: '2' }).result?.least).toMatchObject({ target: 220, isMissed: false })
  expect(read({}, { reward_to_risk: '0' })).toMatchObject({ problems: { reward_to_risk: 'More than 0.' }, result: null })
})
