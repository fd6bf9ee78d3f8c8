import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { numberText, percentText } from '@aerie/core/numbers/number-text'
import { priceText } from '../../../platform/format/market-text.ts'
import type { RiskResult } from './risk-plan.ts'

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 })
/** Full precision: this is the order size. */
export const sizeText = (size: number): string => exact.format(size)
export const ratioText = (ratio: number): string => `${ratio.toFixed(2).replace('-', MINUS)} : 1`
export const shareText = (percent: number): string => `${percent.toFixed(2)}%`

export function formulasOf({ plan, position, liquidation, outcomes }: RiskResult, maintenancePercent: number) {
  const { account, riskPercent, leverage, feePercent, lot, side } = plan
  const { entryFill, stopFill, lossPerCoin, budget, size, value, limit } = position
  const n = numberText
  const sign = side === 'long' ? ['−', '+'] : ['+', '−']
  const first = outcomes[0]
  return {
    size:
      limit === 'risk'
        ? `⌊ ${n(budget)} ÷ ${n(lossPerCoin)} ÷ ${sizeText(lot)} ⌋ × ${sizeText(lot)} = ${sizeText(size)}`
        : `⌊ ${n(account)} ÷ (${n(entryFill)} ÷ ${leverage} + ${feePercent}% × ${n(entryFill)}) ÷ ${sizeText(lot)} ⌋ × ${sizeText(lot)} = ${sizeText(size)}`,
    perCoin: `|${n(entryFill)} − ${n(stopFill)}| + ${feePercent}% × (${n(entryFill)} + ${n(stopFill)}) = ${n(lossPerCoin)}`,
    budget: `${n(account)} × ${riskPercent}% = ${n(budget)}`,
    loss: `${sizeText(size)} × ${n(lossPerCoin)} = ${n(position.loss)}`,
    margin: `${n(value)} ÷ ${leverage} = ${n(position.margin)}`,
    liquidation:
      liquidation.price === undefined
        ? `${n(entryFill)} × (1 ${sign[0]} 1/${leverage} ${sign[1]} ${maintenancePercent}%) ≤ 0`
        : `${n(entryFill)} × (1 ${sign[0]} 1/${leverage} ${sign[1]} ${maintenancePercent}%) = ${n(liquidation.price)}`,
    reward: first === undefined ? '' : `${n(first.outcome.gain)} ÷ ${n(position.loss)} = ${first.outcome.rewardToRisk.toFixed(2)}`,
  }
}

export function summaryText(symbol: string, quote: string, { plan, position, outcomes, liquidation }: RiskResult): string {
  const price = (value: number): string => priceText(value, quote)
  const lines = [
    `${plan.side === 'long' ? 'Long' : 'Short'} ${sizeText(position.size)} ${symbol} (${price(position.value)}) at ${plan.leverage}×`,
    `Entry ${price(plan.entry)}, stop ${price(plan.stop)}`,
    `Risk ${price(position.loss)} (${shareText((100 * position.loss) / plan.account)} of ${price(plan.account)}), margin ${price(position.margin)}`,
    ...outcomes.map(({ target, outcome }) => `Target ${price(target)}: ${price(outcome.gain)}, ${ratioText(outcome.rewardToRisk)}`),
    liquidation.price === undefined
      ? 'No liquidation'
      : `Liquidation ${price(liquidation.price)} (${percentText(liquidation.awayPercent ?? 0)})`,
    `Includes fees of ${plan.feePercent}% per trade and slippage of ${plan.slippagePercent}%.`,
  ]
  return lines.join('\n')
}
