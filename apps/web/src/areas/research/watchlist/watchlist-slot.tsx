import { WATCHLISTS } from '../../../platform/documents/document-specs.ts'
import '../screener/screener.css'
import './watchlist.css'
import type { Watchlist, Watchlists } from '@aerie/wire/workspace/workspace'
import * as z from 'zod/mini'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { useDocument } from '../../../platform/documents/use-document.ts'
import { retryBoard } from '../../../platform/live/market/board.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState, ErrorText } from '../../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { SaveStatus, type SlotProps } from '../../workspace/index.ts'
import { WatchTable } from './watch-table.tsx'
import { WatchlistBar } from './watchlist-bar.tsx'
import { addCoins, freeName, insertCoin, insertList, type ListsChange, removeCoin, useBoardCoins } from './watchlist-edits.ts'

const optionsSchema = z.object({ list: z.catch(z.optional(z.string()), undefined) })
/** Number of largest coins in the initial list. */
const FIRST_COINS = 10

export function WatchlistSlot({ symbol, selectCoin, options, changeOptions }: SlotProps) {
  const document = useDocument(WATCHLISTS)
  const board = useBoardCoins()
  const { lists } = document.value ?? NOTHING
  const parsed = z.safeParse(optionsSchema, options)
  const wanted = parsed.success ? parsed.data.list : undefined
  const list = lists.find(({ id }) => id === wanted) ?? lists[0]
  const show = (id: string) => changeOptions({ list: id })
  const start = (symbols: readonly string[]) => {
    const made: Watchlist = { id: newUuid(), name: freeName({ lists }), symbols: [...symbols] }
    document.change(insertList(made, lists.length))
    show(made.id)
  }
  return (
    <div className="watchlist">
      <WatchlistBar
        lists={lists}
        list={list}
        coins={board.coins}
        isReady={document.state === 'ready'}
        onChange={document.change}
        onShow={show}
      />
      <SaveStatus {...document} />
      <div className="slot-scroll">
        {document.state === 'loading' && (
          <div role="status" aria-label="Loading your lists" className="flex flex-col gap-3 p-3">
            <SkeletonRows count={8} />
          </div>
        )}
        {document.state === 'failed' && (
          <ErrorState title="Your lists could not be loaded" onRetry={document.retry}>
            {document.trouble}
          </ErrorState>
        )}
        {board.error !== null && (
          <ErrorState title="The coins could not be loaded" onRetry={retryBoard}>
            <ErrorText error={board.error} />
          </ErrorState>
        )}
        {document.state === 'ready' && list === undefined && (
          <NoList
            onStart={() => start([])}
            onLargest={board.coins.length === 0 ? null : () => start(board.coins.slice(0, FIRST_COINS).map((coin) => coin.symbol))}
          />
        )}
        {list !== undefined && list.symbols.length > 0 && (
          <WatchTable
            list={list}
            coins={board.bySymbol}
            isKnown={board.isReady}
            selected={symbol}
            onSelect={selectCoin}
            onMove={(coin, before) => document.change(insertCoin(list.id, coin, before))}
            onRemove={(coin) => removeWithUndo({ list, coin, change: document.change })}
          />
        )}
        {list !== undefined && list.symbols.length === 0 && (
          <EmptyState
            title="No coins yet"
            action={
              board.coins.length > 0 && (
                <Button
                  onClick={() =>
                    document.change(
                      addCoins(
                        list.id,
                        board.coins.slice(0, FIRST_COINS).map((coin) => coin.symbol),
                      ),
                    )
                  }
                >
                  {`Add the ${FIRST_COINS} largest`}
                </Button>
              )
            }
          >
            Add a coin with the plus above, or paste a list.
          </EmptyState>
        )}
      </div>
    </div>
  )
}

const NOTHING: Watchlists = { lists: [] }

type Removal = { readonly list: Watchlist; readonly coin: string; readonly change: (next: ListsChange) => void }

function removeWithUndo({ list, coin, change }: Removal): void {
  const after = list.symbols[list.symbols.indexOf(coin) + 1] ?? null
  change(removeCoin(list.id, coin))
  const action = { label: 'Undo', run: () => change(insertCoin(list.id, coin, after)) }
  notify('info', `${coin} removed from “${list.name}”.`, { theme: 'auto', action })
}

const NoList = ({ onStart, onLargest }: { readonly onStart: () => void; readonly onLargest: (() => void) | null }) => (
  <EmptyState
    title="No list yet"
    action={
      <span className="flex flex-wrap justify-center gap-2">
        {onLargest !== null && (
          <Button variant="primary" onClick={onLargest}>
            {`Start with the ${FIRST_COINS} largest`}
          </Button>
        )}
        <Button onClick={onStart}>Start an empty list</Button>
      </span>
    }
  >
    Coins you watch, in your own order. Your lists are saved to your account and are the same in every window.
  </EmptyState>
)
