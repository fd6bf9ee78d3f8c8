import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { HEADLINE_LEAST_TRADES, type JournalFigure, type JournalStatistic } from '@aerie/wire/journal/journal-statistics'
import { heldText } from '../../trading/index.ts'
import { microText } from '../figure-text.ts'

type Form = 'share' | 'percent' | 'ratio' | 'usdc' | 'r' | 'time'

type FigureText = { readonly title: string; readonly form: Form }

export const FIGURE_TEXT: Readonly<Record<JournalFigure, FigureText>> = {
  win_rate: { title: 'Win rate', form: 'share' },
  profit_factor: { title: 'Profit factor', form: 'ratio' },
  expectancy: { title: 'Expectancy', form: 'usdc' },
  expectancy_ratio: { title: 'Expectancy ratio', form: 'ratio' },
  payoff: { title: 'Payoff ratio', form: 'ratio' },
  sqn: { title: 'SQN', form: 'ratio' },
  mean_r: { title: 'Mean R', form: 'r' },
  sharpe: { title: 'Sharpe', form: 'ratio' },
  sortino: { title: 'Sortino', form: 'ratio' },
  volatility: { title: 'Volatility', form: 'share' },
  max_drawdown: { title: 'Max drawdown', form: 'percent' },
  total_return: { title: 'Total return', form: 'percent' },
  cagr: { title: 'CAGR', form: 'percent' },
  calmar: { title: 'Calmar', form: 'ratio' },
  mean_hold_ms: { title: 'Average holding time', form: 'time' },
  mean_slippage: { title: 'Mean slippage', form: 'usdc' },
  mean_arrival_slippage: { title: 'Mean slippage at arrival', form: 'usdc' },
  mean_trigger_slippage: { title: 'Mean slippage at trigger', form: 'usdc' },
  exit_efficiency: { title: 'Exit efficiency', form: 'share' },
}

/** Shown without a value; the reason is shown next to it. */
export const NOT_AVAILABLE = 'n/a'

export function valueText(name: JournalFigure, value: number): string {
  switch (FIGURE_TEXT[name].form) {
    case 'share':
      return `${minus((value * 100).toFixed(1))}%`
    case 'percent':
      return `${signed((value * 100).toFixed(2))}%`
    case 'usdc':
      return microText(value * 1_000_000)
    case 'r':
      return `${signed(value.toFixed(2))}R`
    case 'time':
      return heldText(value)
    case 'ratio':
      return minus(value.toFixed(2))
  }
}

const minus = (text: string): string => (/[1-9]/.test(text) ? text.replace('-', MINUS) : text.replace('-', ''))
const signed = (text: string): string => (text.startsWith('-') || !/[1-9]/.test(text) ? minus(text) : `+${text}`)

export type Headline = {
  readonly text: string
  readonly beside: string
  /** Too few trades: the interval becomes the headline. */
  readonly isThin: boolean
}

/** Under 30 trades, shows the interval instead of the figure; if there is no interval, a small figure with its sample size. */
export function headlineOf(name: JournalFigure, { value, n, reason, interval }: JournalStatistic): Headline {
  if (value === null) return { text: NOT_AVAILABLE, beside: reason ?? 'not known', isThin: false }
  const range = interval && `${valueText(name, interval[0])} to ${valueText(name, interval[1])}`
  if (n >= HEADLINE_LEAST_TRADES) return { text: valueText(name, value), beside: range === undefined ? '' : `95%: ${range}`, isThin: false }
  return range === undefined
    ? { text: valueText(name, value), beside: `only ${observations(n)}: says little`, isThin: true }
    : { text: range, beside: `${valueText(name, value)} in ${observations(n)}`, isThin: true }
}

const observations = (n: number): string => (n === 1 ? '1 observation' : `${n} observations`)

type Luck = { readonly chance: number; readonly n: number; readonly wins: number }

/**
 * P-value in words, against a coin whose win rate makes wins and losses of this size break even (half if they are equal). Does not
 * distinguish values below 0.001.
 * @param payoff average win over average loss; null if unknown
 */
export function pValueText({ chance, n, wins }: Luck, payoff: number | null): string {
  const percent = chance < 0.001 ? 'less than 0.1%' : `${(chance * 100).toFixed(chance < 0.1 ? 1 : 0)}%`
  const record = `With ${n.toLocaleString('en-US')} trades and ${wins.toLocaleString('en-US')} wins, a coin-flipper has this record or a better one with a chance of ${percent}.`
  if (payoff === null) return record
  const heads = 100 / (1 + payoff)
  if (Math.round(heads) === 50) return record
  return `${record} That coin wins ${threeDigits(heads)}% of the time: break-even when wins average ${threeDigits(payoff)} times losses.`
}

const threeDigits = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 })
