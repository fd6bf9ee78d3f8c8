import { QueryClientProvider } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { flushSync } from 'react-dom'
import type { Action } from '../../commands/action.ts'
import { ACTION_GROUPS } from '../../commands/action-words.ts'
import { availableActions } from '../../commands/actions.ts'
import { keysOf, useKeyChoices } from '../../commands/key-choices.ts'
import { keyLabels } from '../../commands/shortcut-keys.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { nameScore } from '../../lib/name-score.ts'
import { goTo } from '../../navigation/navigation.ts'
import { useSession } from '../../session/session.ts'
import { Keys } from '../../ui/controls/keys.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { CoinEntries } from './coin-entries.tsx'
import { entryStyle, groupStyle } from './palette-style.ts'

type CommandPaletteProps = { readonly coinsOnly: boolean; readonly onClose: () => void }

const rank = (value: string, typed: string, keywords?: readonly string[]): number => nameScore(typed, [value, ...(keywords ?? [])])

/** Everything by name: go to a place, open a coin, do an action. With `coinsOnly`, the search for a coin. */
export function CommandPalette({ coinsOnly, onClose }: CommandPaletteProps) {
  const { user, token } = useSession()
  const label = coinsOnly ? 'Search coins' : 'Search pages, coins and actions'
  const actions = availableActions({ user, isLoggedIn: token !== null }).filter((action) => action.id !== 'palette')
  // First the focus goes back to where it was: an action may be about the row that has it.
  const run = (work: () => void) => {
    flushSync(onClose)
    work()
  }
  return (
    <QueryClientProvider client={queryClient}>
      <Dialog title={label} titleHidden isWide className="sm:mt-[12dvh] sm:mb-auto" onClose={onClose}>
        <Command label={label} loop filter={rank} className="-m-5 flex max-h-[70dvh] flex-col">
          <Command.Input
            data-autofocus=""
            placeholder={label}
            className="min-h-12 w-full border-line border-b bg-transparent pr-12 pl-4 text-15 text-ink-1 placeholder:text-ink-3 focus-visible:outline-none"
          />
          <Command.List className="min-h-0 flex-1 overflow-auto p-2" label="Results">
            <Command.Empty className="px-3 py-8 text-center text-13 text-ink-2">
              No matches. Try a shorter word or the symbol of a coin.
            </Command.Empty>
            {!coinsOnly &&
              ACTION_GROUPS.map((group) => (
                <ActionGroup key={group} title={group} actions={actions.filter((action) => action.group === group)} onRun={run} />
              ))}
            <CoinEntries onChoose={(symbol) => run(() => goTo(`/currencies/${symbol}`))} />
          </Command.List>
        </Command>
      </Dialog>
    </QueryClientProvider>
  )
}

type ActionGroupProps = { readonly title: string; readonly actions: readonly Action[]; readonly onRun: (work: () => void) => void }

function ActionGroup({ title, actions, onRun }: ActionGroupProps) {
  if (actions.length === 0) return null
  return (
    <Command.Group heading={title} className={groupStyle}>
      {actions.map((action) => (
        <Command.Item
          key={action.id}
          value={action.title}
          keywords={action.words?.split(' ') ?? []}
          onSelect={() => onRun(action.run)}
          className={entryStyle}
        >
          <span className="flex-1">{action.title}</span>
          <ActionKeys action={action} />
        </Command.Item>
      ))}
    </Command.Group>
  )
}

function ActionKeys({ action }: { readonly action: Action }) {
  const keys = useKeyChoices((state) => keysOf(action, state))
  return keys === undefined ? null : <Keys labels={keyLabels(keys)} />
}
