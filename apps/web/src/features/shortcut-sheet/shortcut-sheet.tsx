import { useId } from 'react'
import { ACTION_GROUPS, type Action, offeredActions } from '../../app/actions.ts'
import { switchShortcuts, useAppearance } from '../../app/appearance.ts'
import { useSession } from '../../app/session.ts'
import { keyLabels } from '../../app/shortcut-keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Keys } from '../../ui/keys.tsx'

const ALWAYS = [
  { title: 'Close the top layer', keys: ['Esc'] },
  { title: 'Move in menus and tables', keys: ['↑', '↓'] },
] as const

/** Every shortcut there is, from the same table that makes them work, and the switch that turns them off. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { user, token } = useSession()
  const areOn = useAppearance((state) => state.areShortcutsOn)
  const id = useId()
  const actions = offeredActions({ user, isLoggedIn: token !== null }).filter((action) => action.keys !== undefined)
  return (
    <Dialog title="Keyboard shortcuts" isWide onClose={onClose}>
      <label htmlFor={id} className="flex min-h-8 items-center gap-2 text-13">
        <input
          id={id}
          type="checkbox"
          checked={areOn}
          onChange={(event) => switchShortcuts(event.target.checked)}
          className="size-4 accent-accent"
        />
        Shortcuts are on in this browser
      </label>
      <div className="gap-8 sm:columns-2">
        {ACTION_GROUPS.map((group) => (
          <ShortcutGroup key={group} title={group} actions={actions.filter((action) => action.group === group)} />
        ))}
        <section aria-label="Everywhere" className="break-inside-avoid pb-4">
          <h3 className="mb-1 font-semibold text-12 text-ink-3">Everywhere</h3>
          <dl>
            {ALWAYS.map(({ title, keys }) => (
              <ShortcutLine key={title} title={title} keys={keys} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

function ShortcutGroup({ title, actions }: { readonly title: string; readonly actions: readonly Action[] }) {
  if (actions.length === 0) return null
  return (
    <section aria-label={title} className="break-inside-avoid pb-4">
      <h3 className="mb-1 font-semibold text-12 text-ink-3">{title}</h3>
      <dl>
        {actions.map((action) => (
          <ShortcutLine key={action.id} title={action.title} keys={keyLabels(action.keys ?? '')} />
        ))}
      </dl>
    </section>
  )
}

const ShortcutLine = ({ title, keys }: { readonly title: string; readonly keys: readonly string[] }) => (
  <div className="flex min-h-8 items-center justify-between gap-4">
    <dt className="text-13 text-ink-1">{title}</dt>
    <dd>
      <Keys labels={keys} />
    </dd>
  </div>
)
