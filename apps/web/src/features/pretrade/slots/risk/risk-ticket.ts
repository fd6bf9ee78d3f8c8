import type { TicketDraft } from '../../../../trading/ticket/ticket-draft.ts'
import type { SettingName } from './risk-fields.ts'
import type { RiskOptions } from './risk-options.ts'

/**
 * The plan as an order ticket: the very texts that were typed. The ticket works the size out again, exactly and of the trading
 * account's own equity: no figure of the calculator, which reckons in floats, gets into an order.
 */
export function riskTicket(options: RiskOptions, texts: Readonly<Record<SettingName, string>>): Partial<TicketDraft> {
  const [target = ''] = options.targets
  return {
    side: options.side === 'long' ? 'buy' : 'sell',
    type: options.entry.trim() === '' ? 'market' : 'limit',
    unit: 'risk',
    amount: texts.risk_percent,
    price: options.entry,
    stopLoss: options.stop,
    takeProfit: target,
    leverage: /^\d+$/.test(texts.leverage.trim()) ? texts.leverage.trim() : '1',
  }
}
