import { MINUS } from '@aerie/core/numbers/decimal-figure'
import type { PersonaFigure, PersonaFigureName } from '@aerie/core/persona/persona-record'
import { heldText } from '../../../trading/held-text.ts'
import { PERSONA_WORDS as WORDS } from './persona-words.ts'

const minus = (text: string): string => (/[1-9]/.test(text) ? text.replace('-', MINUS) : text.replace('-', ''))
const percent = (value: number, decimals: number): string => `${minus(value.toFixed(decimals))}%`

/** A value of the record as it is read. */
export function figureText(name: PersonaFigureName, value: number): string {
  switch (name) {
    case 'risk_percent':
      return percent(value, 2)
    case 'hold_ms':
      return heldText(value)
    case 'size_after_loss':
      return `${value.toFixed(2)}×`
    case 'payoff':
      return value.toFixed(2)
    case 'trades_per_week':
      return `${value.toFixed(1)} a week`
    case 'busy_days':
      return `${value > 0 ? `+${value.toFixed(2)}` : minus(value.toFixed(2))} USDC per trade`
    default:
      return percent(100 * value, 1)
  }
}

/** What stands under a figure: how sure it is and of how many trades, or why there is none. */
export function besideFigure(name: PersonaFigureName, { value, n, interval, reason }: PersonaFigure, least: number): string {
  if (value === null) return WORDS.reason[reason ?? 'undefined'](n, least)
  const range = interval && `95%: ${figureText(name, interval[0])} to ${figureText(name, interval[1])}`
  return [range, `${n.toLocaleString('en-US')} trades`].filter(Boolean).join(' · ')
}
