import { personaModule } from '../areas/account/index.ts'
import type { journalModule } from '../areas/journal/index.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'db' | 'clock'> & { readonly journal: Pick<ReturnType<typeof journalModule>, 'habits'> }

export const wirePersona = ({ db, clock, journal }: Deps) => personaModule({ db, clock, habits: journal.habits })
