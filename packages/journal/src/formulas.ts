/** Formulas of the journal's figures, as in docs/math/journal.md. */
export const FORMULAS = {
  win_rate: 'wins / (wins + losses); break-even apart; Wilson 95 %',
  profit_factor: 'Σ wins / |Σ losses|',
  expectancy: 'Σ net / trades; Student 95 %',
  expectancy_ratio: '(1 + payoff) · win rate − 1',
  payoff: 'mean win / |mean loss|',
  sqn: '√min(n, 100) · mean(R) / sd(R), sd over n − 1',
  mean_r: 'Σ R / trades with a stop at entry; Student 95 %',
  sharpe: 'mean(r) / sd(r) · √365, r daily at 00:00 UTC on realised equity; ± 1.96 · √((1 + SR²/2) / n) · √365 (Lo 2002)',
  sortino: 'mean(r) / √(mean of min(r, 0)² over all days) · √365',
  volatility: 'sd(r) · √365, sd over n − 1',
  max_drawdown: 'least of equity / peak − 1, daily at 00:00 UTC on realised equity',
  total_return: 'Π(1 + r) − 1',
  cagr: 'Π(1 + r)^(365 / days) − 1',
  calmar: 'CAGR / |max drawdown|, from 90 days on',
  mean_hold_ms: 'Σ (last fill − first fill) / trades; Student 95 %',
  mean_slippage: 'Σ lost against the middle at the decision / trades with one; Student 95 %',
  mean_arrival_slippage: 'Σ lost against the middle of the book that an order first met / trades with one; Student 95 %',
  mean_trigger_slippage: 'Σ lost against the price that set an order off / trades with one; Student 95 %',
  exit_efficiency: 'Σ net / Σ MFE, of trades that stood in profit; where MFE is a range, its smaller end',
} as const

/** Key of `FORMULAS`. */
export type FigureName = keyof typeof FORMULAS

/** Formula of the p-value of the number of wins. */
export const P_VALUE_FORMULA = 'P(at least as many wins of n), each won with 1 / (1 + payoff): the record without an edge'
