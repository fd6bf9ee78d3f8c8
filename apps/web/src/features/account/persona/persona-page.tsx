import type { Persona } from '@aerie/wire/account/account-persona'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { usePageTitle } from '../../../navigation/page-title.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { PersonaForm } from './persona-form.tsx'
import { PersonaProfile } from './persona-profile.tsx'
import { personaQuery } from './persona-queries.ts'
import { PersonaRecord } from './persona-record.tsx'

/** Account → Trade Persona: what the user says of their trading, beside what the journal shows. */
export function PersonaPage() {
  usePageTitle('Trade Persona')
  const query = useQuery(personaQuery, queryClient)
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-6xl flex-col gap-4 p-4">
      <header className="flex flex-col gap-1">
        <h1 className="font-semibold text-24">Trade Persona</h1>
        <p className="max-w-[70ch] text-13 text-ink-2">
          What you say of your trading, beside what your journal shows. It sets the defaults of your risk calculator.
        </p>
      </header>
      <QueryView
        query={query}
        loading="Loading your trade persona"
        failed="Your trade persona could not be loaded"
        stale="Could not update just now. What you see may be out of date."
        rows={4}
        className=""
      >
        {(persona) => <Sides persona={persona} />}
      </QueryView>
    </div>
  )
}

/** The questions first until they are answered; then what the answers meet. */
function Sides({ persona }: { readonly persona: Persona }) {
  const record = (
    <Panel key="record" title="What your journal shows">
      <PersonaRecord persona={persona} />
    </Panel>
  )
  const answers = (
    <Panel key="answers" title="Your answers">
      <PersonaForm answers={persona.answers} answeredAt={persona.answered_at} />
    </Panel>
  )
  return (
    <>
      {persona.profile !== null && persona.defaults !== null && <PersonaProfile profile={persona.profile} defaults={persona.defaults} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">{persona.answers === null ? [answers, record] : [record, answers]}</div>
    </>
  )
}
