import type { JournalFigure } from '@aerie/wire/journal/journal-statistics'

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
