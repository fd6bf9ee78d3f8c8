import { NAVIGATION_ENTRIES } from '../../navigation/navigation-entries.ts'
import { isUpcoming } from '../../navigation/upcoming-screens.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CLAW_WORDS } from './claw-words.ts'

const { sections: WORDS } = CLAW_WORDS
const WHAT: Readonly<Record<string, string>> = WORDS.what
const SECTIONS = [
  ...NAVIGATION_ENTRIES.filter(({ section, path }) => section === 'Claw' && path !== '/claw').map(({ title, path }) => ({ title, path })),
  { title: 'Present', path: '/present' },
  { title: 'Trade Alerts', path: '/tradealerts' },
]

/** Where everything of Claw is, and what is not there yet. */
export const SectionsPanel = ({ className }: { readonly className: string }) => (
  <Panel title={WORDS.title} className={className}>
    <ul className="claw-section-list">
      {SECTIONS.map(({ title, path }) => (
        <li key={path} className="claw-section" data-later={isUpcoming(path) || undefined}>
          <span className="flex items-baseline justify-between gap-2">
            <Link to={path} className="font-medium text-13 text-ink-1 underline-offset-2 hover:underline">
              {title}
            </Link>
            <span className={isUpcoming(path) ? 'text-12 text-ink-3' : 'text-12 text-success'}>
              {isUpcoming(path) ? WORDS.later : WORDS.available}
            </span>
          </span>
          <span className="text-12 text-ink-2">{WHAT[path]}</span>
        </li>
      ))}
    </ul>
  </Panel>
)
