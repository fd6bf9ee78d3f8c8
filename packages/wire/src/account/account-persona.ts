import { PERSONA_FIGURES, PERSONA_QUESTIONS, PERSONA_REASONS, PERSONA_VERDICTS, RISK_BANDS } from '@aerie/core/persona'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const of = PERSONA_QUESTIONS
const topics = z.enum(['risk_per_trade', 'stops', 'horizon', 'wins_of_ten', 'held_longer', 'size_after_loss', 'night', 'trades_per_week'])

/** One answer per question (docs/math/persona.md). */
export const personaAnswers = z.strictObject({
  willingness: z.enum(of.willingness),
  risk_return: z.enum(of.risk_return),
  coin_toss: z.enum(of.coin_toss),
  deepest_fall: z.enum(of.deepest_fall),
  after_fall: z.enum(of.after_fall),
  horizon: z.enum(of.horizon),
  style: z.enum(of.style),
  risk_per_trade: z.enum(of.risk_per_trade),
  stops: z.enum(of.stops),
  wins_of_ten: z.enum(of.wins_of_ten),
  held_longer: z.enum(of.held_longer),
  size_after_loss: z.enum(of.size_after_loss),
  night: z.enum(of.night),
  trades_per_week: z.enum(of.trades_per_week),
})

const band = z.enum(RISK_BANDS)
const figure = z.object({
  value: z.nullable(z.number()),
  n: z.int().check(z.gte(0)),
  interval: z.optional(z.tuple([z.number(), z.number()])),
  reason: z.optional(z.enum(PERSONA_REASONS)),
})

const inZone = z.object({
  /** IANA zone of days and nights; UTC if absent. */
  zone: z.optional(z.string().check(z.maxLength(64))),
})

/** Answers, figures from the journal, and where they differ. */
export const persona = z.object({
  answers: z.nullable(personaAnswers),
  answered_at: z.nullable(z.iso.datetime()),
  /** `score` 0 to 100; `band` is the lower of `willing` and `able`; `loss_aversion` null is above 3. */
  profile: z.nullable(z.object({ score: z.int(), willing: band, able: band, band, loss_aversion: z.nullable(z.number()) })),
  record: z.object({
    zone: z.string(),
    /** The newest 20,000 closed trades with a known result in dollars. */
    trades: z.int(),
    simulated: z.int(),
    replayed: z.int(),
    least: z.int(),
    figures: z.record(z.enum(PERSONA_FIGURES), figure),
  }),
  findings: z.array(z.object({ topic: topics, verdict: z.enum(PERSONA_VERDICTS) })),
  defaults: z.nullable(
    z.object({
      risk_percent: z.number(),
      risk_reason: z.enum(['band', 'half_kelly', 'no_edge']),
      leverage: z.number(),
      reward_to_risk: z.number(),
      win_percent: z.number(),
      win_source: z.enum(['record', 'answer']),
    }),
  ),
})
/** A trade persona. */
export type Persona = z.output<typeof persona>

export const getPersona = endpoint('GET /account/persona', {
  auth: 'user',
  summary: 'The trade persona: answers, figures from the journal with their count and interval, and where they differ',
  query: inZone,
  returns: persona,
})

export const savePersona = endpoint('PUT /account/persona', {
  auth: 'user',
  summary: 'Saves the answers to all questions of the trade persona',
  query: inZone,
  body: personaAnswers,
  returns: persona,
})
