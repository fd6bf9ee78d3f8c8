import { personaModule } from '../areas/account/index.ts'
import type { journalModule } from '../areas/journal/index.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'db' | 'clock'> &
  Pick<Accounts, 'requireUser'> & { readonly journal: Pick<ReturnType<typeof journalModule>, 'habits'> }

export const wirePersona = ({ db, clock, requireUser, journal }: Deps) => personaModule({ db, clock, requireUser, habits: journal.habits })
