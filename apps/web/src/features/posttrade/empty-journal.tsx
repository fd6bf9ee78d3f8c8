import { BookOpen } from 'lucide-react'
import { LearnLink } from '../../navigation/learn-link.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import * as WORDS from './posttrade-words.ts'

/** No trade yet: what would be here, and the two ways to get it. */
export const EmptyJournal = ({ onImport }: { readonly onImport: () => void }) => (
  <EmptyState
    icon={<BookOpen size={32} aria-hidden="true" />}
    title={WORDS.noTradesYet}
    action={
      <span className="flex flex-wrap justify-center gap-2">
        <ButtonLink to="/claw/trade" variant="primary">
          {WORDS.startPaperTrading}
        </ButtonLink>
        <Button onClick={onImport}>{WORDS.importAFile}</Button>
      </span>
    }
  >
    {WORDS.emptyJournal} <LearnLink term="journal" />
  </EmptyState>
)
