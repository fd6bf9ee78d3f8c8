import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { flushSync } from 'react-dom'
import { BARE_COINS, coinsQuery } from '../areas/market/index.ts'
import { queryClient } from '../platform/api/query-client.ts'
import { nameScore } from '../platform/browser/name-score.ts'
import type { Action } from '../platform/commands/action.ts'
import { ACTION_GROUPS } from '../platform/commands/action.ts'
import { keysOf, useKeyChoices } from '../platform/commands/key-choices.ts'
import { keyLabels } from '../platform/commands/shortcut-keys.ts'
import { goTo } from '../platform/navigation/navigation.ts'
import { useSession } from '../platform/session/session.ts'
import { Keys } from '../ui/controls/keys.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { availableActions } from './shortcuts/actions.ts'

type CommandPaletteProps = { readonly coinsOnly: boolean; readonly onClose: () => void }

const rank = (value: string, typed: string, keywords?: readonly string[]): number => nameScore(typed, [value, ...(keywords ?? [])])

export function CommandPalette({ coinsOnly, onClose }: CommandPaletteProps) {
  const { user, token } = useSession()
  const label = coinsOnly ? 'Search coins' : 'Search pages, coins and actions'
  const actions = availableActions({ user, isLoggedIn: token !== null }).filter((action) => action.id !== 'palette')
  // Restore focus first: an action may apply to the focused row.
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
          keywords={action.keywords?.split(' ') ?? []}
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

function CoinEntries({ onChoose }: { readonly onChoose: (symbol: string) => void }) {
  const { data: coins = BARE_COINS } = useQuery(coinsQuery)
  return (
    <Command.Group heading="Coins" className={groupStyle}>
      {coins.map(({ symbol, name, logo }) => (
        <Command.Item
          // cmdk keeps the keywords from mount: a name that arrives later needs a new key.
          key={`${symbol} ${name ?? ''}`}
          value={`coin ${symbol}`}
          keywords={[symbol, ...(name === null ? [] : [name])]}
          onSelect={() => onChoose(symbol)}
          className={entryStyle}
        >
          {logo === null ? (
            <span className="size-5" />
          ) : (
            <img src={logo} alt="" width={20} height={20} loading="lazy" className="size-5 rounded-full" />
          )}
          <span className="flex-1">{name ?? symbol}</span>
          {name !== null && <span className="text-12 text-ink-2">{symbol}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

const groupStyle =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-ink-3'
const entryStyle =
  'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 text-13 text-ink-1 data-[selected=true]:bg-surface-4 pointer-coarse:min-h-11'
