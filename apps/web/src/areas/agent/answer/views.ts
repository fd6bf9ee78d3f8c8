import type { ChartProposal } from '@aerie/wire/agent/agent'
import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import { closeAgent } from '../../../platform/navigation/agent-panel-state.ts'
import { goTo } from '../../../platform/navigation/navigation.ts'
import { isPredicted } from '../../forecast/index.ts'
import { isPhone } from '../use-is-phone.ts'
import type { AnswerText } from './answer-text-types.ts'

export type View = {
  readonly title: string
  readonly screen: 'IPC' | 'Currencies' | 'Home' | 'Trade' | 'Trade Alerts' | 'Pre-trade' | 'Post-trade'
  readonly path: string
}

type Naming = { readonly answerText: AnswerText; readonly hoursText: (hours: number) => string }

export function viewOf({ kind, currency, hours }: ChartProposal, { answerText, hoursText }: Naming): View | null {
  if (kind === 'prediction') {
    if (!isPredicted(currency)) return null
    return { title: answerText.ahead(currency, hoursText(hours)), screen: 'IPC', path: `/ipc/${currency}?hours=${hours}` }
  }
  if (!isSupportedSymbol(currency)) return null
  const path = `/currencies/${currency}?interval=${intervalFor(hours)}`
  return { title: answerText.last(currency, hoursText(hours)), screen: 'Currencies', path }
}

/** Candle interval that keeps the chart readable for this span. */
const intervalFor = (hours: number): string => {
  if (hours <= 4) return '1m'
  if (hours <= 24) return '5m'
  if (hours <= 72) return '15m'
  return hours <= 14 * 24 ? '1h' : '4h'
}

export function showView({ path }: View): void {
  if (isPhone()) closeAgent()
  goTo(path)
}
