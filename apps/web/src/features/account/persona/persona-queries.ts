import type { PersonaAnswers } from '@aerie/core/persona/questionnaire'
import { persona } from '@aerie/wire/account/account-persona'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/http/api.ts'

const path = () => `/account/persona?zone=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`

/** What the user says of their trading, and what the journal shows, in the zone of this device. */
export const personaQuery = queryOptions({
  queryKey: ['account-persona'] as const,
  queryFn: ({ signal }) => api.get(path(), persona, { signal }),
})

/** Saves the answers to all questions. */
export const saveAnswers = (answers: PersonaAnswers) => api.put(path(), answers, persona)
