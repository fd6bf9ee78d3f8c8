import { BookOpen } from 'lucide-react'
import { LearnLink } from '../../navigation/learn-link.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** No trade yet: what would be here, and the two ways to get it. */
export const EmptyJournal = ({ onImport }: { readonly onImport: () => void }) => (
  <EmptyState
    icon={<BookOpen size={32} aria-hidden="true" />}
    title="No trades yet"
    action={
      <span className="flex flex-wrap justify-center gap-2">
        <ButtonLink to="/claw/trade" variant="primary">
          Start paper trading
        </ButtonLink>
        <Button onClick={onImport}>Import a file</Button>
      </span>
    }
  >
    Every position appears here automatically with entry, exit, fees, R, MAE and MFE. Import a CSV file to add trades made elsewhere.{' '}
    <LearnLink term="journal" />
  </EmptyState>
)
