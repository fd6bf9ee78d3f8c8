import type { Known } from '@aerie/core/known'
import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { percentText } from '@aerie/core/numbers/number-text'
import type { ChangeSpan } from '@aerie/wire/market/present'

export const spanLabels: Readonly<Record<ChangeSpan, string>> = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' }

/** Text alternative for the colour. */
export function changeText(change: Known<number>, span: ChangeSpan): string {
  if (!change.known) return `change over ${spanLabels[span]} not known`
  const text = percentText(change.value)
  const direction = text.startsWith('+') ? 'up ' : text.startsWith(MINUS) ? 'down ' : ''
  return `${direction}${text.replace(/^[+−]/, '')} over ${spanLabels[span]}`
}
