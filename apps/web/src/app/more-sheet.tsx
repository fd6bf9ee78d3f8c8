import { Link } from 'react-router'
import { openLayer } from '../platform/navigation/layers.ts'
import { isShown, NAVIGATION_ENTRIES, SECTIONS } from '../platform/navigation/navigation-entries.ts'
import { useSession } from '../platform/session/session.ts'
import { useAppearanceItems } from '../ui/appearance-items.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

export function MoreSheet({ onClose }: { readonly onClose: () => void }) {
  const user = useSession((state) => state.user)
  const appearance = useAppearanceItems()
  return (
    <Dialog title="More" onClose={onClose}>
      {SECTIONS.map((section) => (
        <nav key={section} aria-label={section}>
          <h3 className="mb-1 font-semibold text-12 text-ink-3">{section}</h3>
          <ul className="grid grid-cols-2 gap-x-2">
            {NAVIGATION_ENTRIES.filter((entry) => entry.section === section && isShown(entry, user)).map((entry) => (
              <li key={entry.path}>
                <Link
                  to={entry.path}
                  onClick={onClose}
                  className="flex min-h-11 items-center rounded-md px-2 text-15 text-ink-1 hover:bg-surface-3"
                >
                  {entry.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <fieldset>
        <legend className="mb-1 font-semibold text-12 text-ink-3">Appearance</legend>
        <div className="grid grid-cols-2 gap-2">
          {appearance.map(({ id, label, isChosen, onSelect }) => (
            <Button
              key={id}
              aria-pressed={isChosen}
              onClick={onSelect}
              className="min-h-11 aria-pressed:border-focus aria-pressed:bg-accent-soft"
            >
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
      <Button className="min-h-11" onClick={() => openLayer('palette')}>
        Search and commands
      </Button>
    </Dialog>
  )
}
