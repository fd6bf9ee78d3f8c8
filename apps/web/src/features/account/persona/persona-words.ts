import type { PersonaVerdict } from '@aerie/core/persona/persona-findings'
import type { PersonaFigureName, PersonaReason } from '@aerie/core/persona/persona-record'
import type { PersonaAnswers, PersonaQuestion } from '@aerie/core/persona/questionnaire'
import type { RiskBand } from '@aerie/core/persona/risk-profile'

type QuestionText = {
  readonly [Q in PersonaQuestion]: { readonly ask: string; readonly answers: Readonly<Record<PersonaAnswers[Q], string>> }
}

const TENS = { 1: '1', 2: '2', 3: '3', 4: '4', 5: '5', 6: '6', 7: '7', 8: '8', 9: '9' } as const

export const QUESTION_TEXT: QuestionText = {
  willingness: {
    ask: 'How willing are you to take risks with money?',
    answers: { 0: '0 not at all', ...TENS, 10: '10 very' },
  },
  risk_return: {
    ask: 'How much risk do you take for a return?',
    answers: {
      none: 'No risk',
      average: 'Average risk for average returns',
      above_average: 'Above-average risk for above-average returns',
      substantial: 'Substantial risk for substantial returns',
    },
  },
  coin_toss: {
    ask: 'A coin is tossed once. You win 600 USDC, or you lose a stake. What is the highest stake you would take?',
    answers: { none: 'None of these', 2: '200', 3: '300', 4: '400', 5: '500', 6: '600', 7: '700' },
  },
  deepest_fall: {
    ask: 'What is the deepest fall your account has had?',
    answers: {
      never_traded: 'I have not traded yet',
      under_10: 'Under 10%',
      '10_to_25': '10 to 25%',
      '25_to_50': '25 to 50%',
      over_50: 'Over 50%',
    },
  },
  after_fall: {
    ask: 'Your account falls by 20% within a month. What do you do?',
    answers: { close_all: 'Close everything', reduce: 'Trade smaller', hold: 'Continue as before', add: 'Add to positions' },
  },
  horizon: {
    ask: 'How long do you hold a position?',
    answers: { under_hour: 'Under an hour', under_day: 'Hours, within a day', days: 'Days, up to two weeks', weeks: 'Longer' },
  },
  style: {
    ask: 'What do you trade?',
    answers: { trend: 'Trends', breakout: 'Breakouts', reversion: 'Returns to the mean', news: 'News and events' },
  },
  risk_per_trade: {
    ask: 'How much of your account do you risk per trade?',
    answers: { 'up_to_0.5': 'Up to 0.5%', '0.5_to_1': '0.5 to 1%', '1_to_2': '1 to 2%', '2_to_5': '2 to 5%', over_5: 'Over 5%' },
  },
  stops: {
    ask: 'How often do you open a position with a stop?',
    answers: { always: 'Always', mostly: 'More often than not', rarely: 'Rarely' },
  },
  wins_of_ten: {
    ask: 'How many of ten trades do you win?',
    answers: { 0: '0', ...TENS, 10: '10' },
  },
  held_longer: {
    ask: 'Which do you hold longer?',
    answers: { winners: 'Winning trades', same: 'About the same', losers: 'Losing trades' },
  },
  size_after_loss: {
    ask: 'After a loss, your next trade is',
    answers: { smaller: 'Smaller', same: 'About the same', larger: 'Larger' },
  },
  night: {
    ask: 'How often do you open trades between 23:00 and 06:00?',
    answers: { hardly: 'Hardly ever', sometimes: 'Up to a quarter', often: 'More than a quarter' },
  },
  trades_per_week: {
    ask: 'How many trades do you open in a week?',
    answers: { up_to_5: 'Up to 5', '5_to_20': '5 to 20', '20_to_50': '20 to 50', over_50: 'Over 50' },
  },
}

type FigureText = { readonly name: string; readonly about: string; readonly formula: string }

/** `payoff` has no row of its own: it is part of the defaults. */
export const FIGURE_TEXT: Readonly<Record<Exclude<PersonaFigureName, 'payoff'>, FigureText>> = {
  risk_percent: {
    name: 'Risk per trade',
    about: 'What the stop would have cost, as a share of the account when the position was opened. Trades without a stop are left out.',
    formula: 'median of initial risk / realised equity at entry',
  },
  stop_share: {
    name: 'Opened with a stop',
    about: 'Imported trades are left out: a file does not tell of stops.',
    formula: 'trades with a stop at entry / trades; Wilson 95%',
  },
  hold_ms: { name: 'Hold time', about: 'From the first fill of a position to its last.', formula: 'median of last fill − first fill' },
  win_rate: { name: 'Win rate', about: 'Trades that broke even are left out.', formula: 'wins / (wins + losses); Wilson 95%' },
  losers_longer: {
    name: 'Losers held longer',
    about:
      'How often a losing trade, drawn at random, was held longer than a winning one. Above 50%, losers are held longer: the disposition effect.',
    formula: 'P(hold of a loser > hold of a winner), ties half; Newcombe 95%',
  },
  size_after_loss: {
    name: 'Size after a loss',
    about: 'How large a position opened after a loss is, compared with one opened after a win.',
    formula: 'geometric mean after losses / after wins; Welch 95%',
  },
  quick_reentry: {
    name: 'Back within 10 minutes of a loss',
    about: 'Of the trades that follow a loss, how many were opened within 10 minutes of it.',
    formula: 'quick trades / trades after a loss; Wilson 95%',
  },
  night_share: {
    name: 'Opened at night',
    about: 'Between 23:00 and 06:00 of the time zone below.',
    formula: 'trades opened at night / trades; Wilson 95%',
  },
  trades_per_week: {
    name: 'Trades a week',
    about: 'Over whole weeks from your first trade on, those without a trade included.',
    formula: 'mean of trades a week; Student 95%',
  },
  busy_days: {
    name: 'Result on busy days',
    about:
      'Net result of a trade on days with more than twice your usual number of trades, less that on other days. Below 0, busy days cost: overtrading.',
    formula: 'mean net on busy days − mean net on others; Welch 95%',
  },
}

export const PERSONA_TEXT = {
  band: { cautious: 'Cautious', balanced: 'Balanced', bold: 'Bold' } satisfies Readonly<Record<RiskBand, string>>,

  verdict: { agrees: 'Agrees', differs: 'Differs', unclear: 'Not clear', unknown: '' } satisfies Readonly<Record<PersonaVerdict, string>>,
  reason: {
    too_few: (n: number, least: number) => `Not enough trades yet: ${n} of ${least}`,
    one_sided: (n: number) => `Needs ten trades of each kind; ${n} in all`,
    too_short: (n: number) => `Needs four weeks of trading; ${n} trades so far`,
    undefined: (n: number) => `Not defined for these ${n} trades`,
  } satisfies Readonly<Record<PersonaReason, (n: number, least: number) => string>>,
} as const
