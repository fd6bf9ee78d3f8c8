import { expect, it } from 'vitest'
import {
  PERSONA_FIGURES,
  type PersonaAnswers,
  type PersonaFigure,
  type PersonaRecord,
  type PersonaTopic,
  personaDefaults,
  personaVerdict,
  riskProfile,
} from '../persona.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

const answers = (changes: Partial<PersonaAnswers> = {}): PersonaAnswers => ({
  willingness: '5',
  risk_return: 'average',
  coin_toss: '4',
  deepest_fall: '10_to_25',
  after_fall: 'hold',
  horizon: 'under_day',
  style: 'breakout',
  risk_per_trade: '0.5_to_1',
  stops: 'always',
  wins_of_ten: '5',
  held_longer: 'winners',
  size_after_loss: 'same',
  night: 'hardly',
  trades_per_week: '5_to_20',
  ...changes,
})
const record = (figures: Partial<PersonaRecord> = {}): PersonaRecord => {
  const none: PersonaFigure = { value: null, n: 0, reason: 'too_few' }
  return { ...(Object.fromEntries(PERSONA_FIGURES.map((name) => [name, none])) as PersonaRecord), ...figures }
}

it('averages the three published questions', () => {
  // 5 of 10, the second of four and the fourth of seven: 50, 33.3 and 50.
  expect(riskProfile(answers())).toEqual({ score: 44, willing: 'balanced', able: 'bold', band: 'balanced', loss_aversion: 1.5 })
  expect(riskProfile(answers({ willingness: '0', risk_return: 'none', coin_toss: 'none' }))).toMatchObject({
    score: 0,
    band: 'cautious',
    loss_aversion: null,
  })
  expect(riskProfile(answers({ willingness: '10', risk_return: 'substantial', coin_toss: '7' }))).toMatchObject({
    score: 100,
    band: 'bold',
  })
})

it('uses the loss-aversion coefficients of Gächter, Johnson and Herrmann', () => {
  const shown = (['2', '3', '4', '5', '6', '7'] as const).map((coin_toss) => riskProfile(answers({ coin_toss })).loss_aversion)
  expect(shown.map((value) => value?.toFixed(2))).toEqual(['3.00', '2.00', '1.50', '1.20', '1.00', '0.86'])
})

it.each([
  [{ after_fall: 'close_all' }, 'cautious'],
  [{ after_fall: 'reduce' }, 'balanced'],
  [{ deepest_fall: 'never_traded' }, 'balanced'],
  [{}, 'bold'],
] as const)('limits risk appetite to what experience allows: %j is %s', (changes, band) =>
  expect(riskProfile(answers({ willingness: '10', risk_return: 'substantial', coin_toss: '7', ...changes })).band).toBe(band),
)

it.each<[PersonaTopic, Partial<PersonaAnswers>, Partial<PersonaRecord>, string]>([
  ['stops', { stops: 'always' }, { stop_share: { value: 0.4, n: 80, interval: [0.3, 0.51] } }, 'differs'],
  ['stops', { stops: 'mostly' }, { stop_share: { value: 0.7, n: 80, interval: [0.6, 0.79] } }, 'agrees'],
  ['stops', { stops: 'mostly' }, { stop_share: { value: 0.55, n: 80, interval: [0.45, 0.66] } }, 'unclear'],
  ['stops', {}, { stop_share: { value: null, n: 12, reason: 'too_few' } }, 'unknown'],
  ['horizon', { horizon: 'under_hour' }, { hold_ms: { value: 3 * DAY_MS, n: 40, interval: [DAY_MS, 4 * DAY_MS] } }, 'differs'],
  ['horizon', { horizon: 'under_day' }, { hold_ms: { value: 3 * HOUR_MS, n: 40, interval: [2 * HOUR_MS, 5 * HOUR_MS] } }, 'agrees'],
  ['horizon', { horizon: 'weeks' }, { hold_ms: { value: 30 * DAY_MS, n: 40, interval: [20 * DAY_MS, 50 * DAY_MS] } }, 'agrees'],
  ['wins_of_ten', { wins_of_ten: '8' }, { win_rate: { value: 0.45, n: 100, interval: [0.36, 0.55] } }, 'differs'],
  ['wins_of_ten', { wins_of_ten: '5' }, { win_rate: { value: 0.45, n: 100, interval: [0.36, 0.55] } }, 'unclear'],
  ['held_longer', { held_longer: 'winners' }, { losers_longer: { value: 0.7, n: 60, interval: [0.58, 0.8] } }, 'differs'],
  ['size_after_loss', { size_after_loss: 'same' }, { size_after_loss: { value: 1.6, n: 60, interval: [1.2, 2.1] } }, 'differs'],
  ['night', { night: 'often' }, { night_share: { value: 0.4, n: 90, interval: [0.3, 0.5] } }, 'agrees'],
  ['trades_per_week', { trades_per_week: 'up_to_5' }, { trades_per_week: { value: 30, n: 300, interval: [22, 38] } }, 'differs'],
  ['risk_per_trade', { risk_per_trade: 'over_5' }, { risk_percent: { value: 1, n: 50, interval: [0.8, 1.3] } }, 'differs'],
])('compares %s, %j against %j: %s', (topic, changes, figures, verdict) =>
  expect(personaVerdict(topic, answers(changes), record(figures))).toBe(verdict),
)

it('sets the calculator by the band and the answers when the record is too short', () =>
  expect(personaDefaults('balanced', answers(), record())).toEqual({
    risk_percent: 1,
    risk_reason: 'band',
    leverage: 5,
    reward_to_risk: 2,
    win_percent: 50,
    win_source: 'answer',
  }))

it('caps risk at half Kelly of the record, and at the minimum without an edge', () => {
  const of = (winRate: number, payoff: number) =>
    personaDefaults('bold', answers(), record({ win_rate: { value: winRate, n: 90 }, payoff: { value: payoff, n: 90 } }))
  // A win rate of 0.51 at even money gives 2 % by Kelly (Thorp); half Kelly is 1 %.
  expect(of(0.51, 1)).toMatchObject({ risk_percent: 1, risk_reason: 'half_kelly', win_percent: 51, win_source: 'record' })
  expect(of(0.6, 2)).toMatchObject({ risk_percent: 2, risk_reason: 'band' })
  expect(of(0.5, 0.8)).toMatchObject({ risk_percent: 0.25, risk_reason: 'no_edge' })
  const allLost = record({ win_rate: { value: 0, n: 40 }, payoff: { value: null, n: 40, reason: 'undefined' } })
  expect(personaDefaults('bold', answers(), allLost)).toMatchObject({ risk_percent: 0.25, risk_reason: 'no_edge', reward_to_risk: 10 })
})

it.each([
  ['breakout', '5', 2],
  ['trend', '5', 3],
  ['reversion', '5', 1.5],
  ['reversion', '4', 1.8],
  ['news', '2', 4.8],
  ['news', '0', 10],
  ['news', '10', 2],
] as const)('requires for %s with %s wins in ten a reward of %d times the risk', (style, wins_of_ten, reward) =>
  expect(personaDefaults('balanced', answers({ style, wins_of_ten }), record()).reward_to_risk).toBe(reward),
)
