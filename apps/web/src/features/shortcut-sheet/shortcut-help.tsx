import type { Action } from '../../commands/action.ts'
import { ACTION_GROUPS } from '../../commands/action-words.ts'
import { keysOf, useKeyChoices } from '../../commands/key-choices.ts'
import { keyLabels } from '../../commands/shortcut-keys.ts'
import { Keys } from '../../ui/controls/keys.tsx'
import { useActions } from './use-actions.ts'

const ALWAYS = [
  { title: 'Close the top layer', labels: ['Esc'] },
  { title: 'Move in menus and tables', labels: ['↑', '↓'] },
] as const

type Line = { readonly title: string; readonly labels: readonly string[] }

/** The keys that everything has now, by group. */
export function ShortcutHelp() {
  const { chosen } = useKeyChoices()
  const actions = useActions()
  const linesOf = (action: Action): readonly Line[] => {
    const keys = keysOf(action, { chosen })
    return keys === undefined ? [] : [{ title: action.title, labels: keyLabels(keys) }]
  }
  return (
    <div className="gap-8 sm:columns-2">
      {ACTION_GROUPS.map((group) => (
        <Group key={group} title={group} lines={actions.filter((action) => action.group === group).flatMap(linesOf)} />
      ))}
      <Group title="Everywhere" lines={ALWAYS} />
    </div>
  )
}

function Group({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title} className="break-inside-avoid pb-4">
      <h3 className="mb-1 font-semibold text-12 text-ink-3">{title}</h3>
      <dl>
        {lines.map((line) => (
          <div key={line.title} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="text-13 text-ink-1">{line.title}</dt>
            <dd>
              <Keys labels={line.labels} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
