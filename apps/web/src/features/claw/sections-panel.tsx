import { Link } from 'react-router'
import { NAVIGATION_ENTRIES } from '../../navigation/navigation-entries.ts'
import { Panel } from '../../ui/panel.tsx'
import { CLAW_WORDS } from './claw-words.ts'

const { sections: WORDS } = CLAW_WORDS
const WHAT: Readonly<Record<string, string>> = WORDS.what
const SECTIONS = [
  ...NAVIGATION_ENTRIES.filter(({ section, path }) => section === 'Claw' && path !== '/claw').map(({ title, path }) => ({ title, path })),
  { title: 'Present', path: '/present' },
  { title: 'Trade Alerts', path: '/tradealerts' },
]

/** Where everything of Claw is. */
export const SectionsPanel = ({ className }: { readonly className: string }) => (
  <Panel title="Sections" className={className}>
    <ul className="claw-section-list">
      {SECTIONS.map(({ title, path }) => (
        <li key={path} className="claw-section">
          <Link to={path} className="font-medium text-13 text-ink-1 underline-offset-2 hover:underline">
            {title}
          </Link>
          <span className="text-12 text-ink-2">{WHAT[path]}</span>
        </li>
      ))}
    </ul>
  </Panel>
)
