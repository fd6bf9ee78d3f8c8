import { NAVIGATION_ENTRIES } from '../../navigation/navigation-entries.ts'
import { isUpcoming } from '../../navigation/upcoming-screens.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'

const WHAT: Readonly<Record<string, string>> = {
  '/claw/pretrade': 'A workspace of charts, lists, depth, statistics and notes',
  '/claw/trade': 'Orders on paper or on an exchange',
  '/claw/posttrade': 'The journal of your trades',
  '/claw/social': 'Trade ideas, scored by the market',
  '/claw/copy': 'Copy a leader into your own account',
  '/claw/learn': 'Lessons with small experiments',
  '/present': 'A wallboard for a big screen',
  '/tradealerts': 'Be told when something happens',
}
const SECTIONS = [
  ...NAVIGATION_ENTRIES.filter(({ section, path }) => section === 'Claw' && path !== '/claw').map(({ title, path }) => ({ title, path })),
  { title: 'Present', path: '/present' },
  { title: 'Trade Alerts', path: '/tradealerts' },
]

/** Where everything of Claw is, and what is not there yet. */
export const SectionsPanel = ({ className }: { readonly className: string }) => (
  <Panel title="Sections" className={className}>
    <ul className="claw-section-list">
      {SECTIONS.map(({ title, path }) => (
        <li key={path} className="claw-section" data-later={isUpcoming(path) || undefined}>
          <span className="flex items-baseline justify-between gap-2">
            <Link to={path} className="font-medium text-13 text-ink-1 underline-offset-2 hover:underline">
              {title}
            </Link>
            <span className={isUpcoming(path) ? 'text-12 text-ink-3' : 'text-12 text-success'}>
              {isUpcoming(path) ? 'Coming later' : 'Available'}
            </span>
          </span>
          <span className="text-12 text-ink-2">{WHAT[path]}</span>
        </li>
      ))}
    </ul>
  </Panel>
)
