import { BookOpen } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** No trade yet: what would be here, and the two ways to get it. */
export const EmptyJournal = ({ onImport }: { readonly onImport: () => void }) => (
  <EmptyState
    icon={<BookOpen size={32} aria-hidden="true" />}
    title="No trades yet"
    action={
      <span className="flex flex-wrap justify-center gap-2">
        <ButtonLink to="/claw/trade" variant="primary">
          Trade on paper
        </ButtonLink>
        <Button onClick={onImport}>Import a file</Button>
      </span>
    }
  >
    Every position stands here once it is opened, with its entry, exit, fees, R, MAE and MFE. Nothing has to be typed. Trades made elsewhere
    come in by an exchange’s CSV file.
  </EmptyState>
)
