import type { PersonaAnswers } from '@aerie/core/persona/questionnaire'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { tradePersonas } from '../../db/schema/persona.ts'

/** Answers of users. */
export const personaRepository = (db: Db) => ({
  find: async (userId: string) => (await db.select().from(tradePersonas).where(eq(tradePersonas.userId, userId)))[0],
  save: async (userId: string, answers: PersonaAnswers, answeredAt: Date): Promise<void> => {
    const row = { answers, answeredAt }
    await db
      .insert(tradePersonas)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: tradePersonas.userId, set: row })
  },
})
