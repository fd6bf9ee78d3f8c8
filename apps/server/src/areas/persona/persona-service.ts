import {
  PERSONA_LEAST_TRADES,
  PERSONA_TOPICS,
  type PersonaAnswers,
  type PersonaFigure,
  type PersonaRecord,
  personaDefaults,
  personaVerdict,
  riskProfile,
} from '@aerie/core/persona'
import { recordKeys, recordOf } from '@aerie/core/record-keys'
import type { Clock } from '@aerie/core/time'
import { type Persona, personaAnswers } from '@aerie/wire/account/account-persona'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../platform/db/client.ts'
import { tradePersonas } from '../../platform/db/schema/persona.ts'

export type Habits = (
  userId: string,
  zone: string,
) => Promise<{ readonly trades: number; readonly simulated: number; readonly replayed: number; readonly figures: PersonaRecord }>

type Deps = { readonly db: Db; readonly clock: Clock; readonly habits: Habits }

export const personaService = ({ db, clock, habits }: Deps) => {
  const personas = personaRepository(db)
  const personaOf = async (userId: string, zone: string, shown: Awaited<ReturnType<Habits>>): Promise<Persona> => {
    const row = await personas.find(userId)
    const answers = answersOf(row?.answers)
    const figures = recordOf(recordKeys(shown.figures), (name) => figureAnswer(shown.figures[name]))
    return {
      answers,
      answered_at: answers === null ? null : (row?.answeredAt.toISOString() ?? null),
      record: { zone, ...shown, least: PERSONA_LEAST_TRADES, figures },
      ...conclusionsOf(answers, shown.figures),
    }
  }
  return {
    read: async (userId: string, zone: string): Promise<Persona> => personaOf(userId, zone, await habits(userId, zone)),
    save: async (userId: string, { answers, zone }: { readonly answers: PersonaAnswers; readonly zone: string }): Promise<Persona> => {
      const shown = await habits(userId, zone)
      await personas.save(userId, answers, new Date(clock.now()))
      return personaOf(userId, zone, shown)
    },
  }
}

/** Answers to changed questions are dropped and asked again. */
function answersOf(stored: unknown): PersonaAnswers | null {
  const parsed = z.safeParse(personaAnswers, stored)
  return parsed.success ? parsed.data : null
}

function conclusionsOf(answers: PersonaAnswers | null, figures: PersonaRecord): Pick<Persona, 'profile' | 'findings' | 'defaults'> {
  if (answers === null) return { profile: null, findings: [], defaults: null }
  const profile = riskProfile(answers)
  const findings = recordKeys(PERSONA_TOPICS).map((topic) => ({ topic, verdict: personaVerdict(topic, answers, figures) }))
  return { profile, findings, defaults: personaDefaults(profile.band, answers, figures) }
}

const figureAnswer = ({ value, n, interval, reason }: PersonaFigure) => ({
  value,
  n,
  ...(interval && { interval: [interval[0], interval[1]] as [number, number] }),
  ...(reason && { reason }),
})

const personaRepository = (db: Db) => ({
  find: async (userId: string) => (await db.select().from(tradePersonas).where(eq(tradePersonas.userId, userId)))[0],
  save: async (userId: string, answers: PersonaAnswers, answeredAt: Date): Promise<void> => {
    const row = { answers, answeredAt }
    await db
      .insert(tradePersonas)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: tradePersonas.userId, set: row })
  },
})
