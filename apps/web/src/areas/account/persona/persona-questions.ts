import type { PersonaAnswers, PersonaQuestion } from '@aerie/core/persona'

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
