import { FigureCell, TableHead } from '../../../ui/table.tsx'
import '../analytics/statistics.css'
import './correlation.css'
import { clusterOrder } from '@aerie/core/analytics/correlation'
import { itemAt } from '@aerie/core/item-at'
import { CORRELATION_HOURS, CORRELATION_METHODS, type Correlation, MOST_CORRELATED, RETURN_INTERVALS } from '@aerie/wire/market/analytics'
import { symbol } from '@aerie/wire/market/market'
import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { queryClient } from '../../../platform/api/query-client.ts'
import { nameScore } from '../../../platform/browser/name-score.ts'
import { WATCHLISTS } from '../../../platform/documents/document-specs.ts'
import { useDocument } from '../../../platform/documents/use-document.ts'
import { type BoardState, onBoard } from '../../../platform/live/market/board.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { BARE_COINS, type CorrelationBasis, coinsQuery, correlationQuery } from '../../market/index.ts'
import type { SlotProps } from '../../workspace/index.ts'
import { Choice, OriginLine, StatisticsLoading } from '../analytics/statistics-state.tsx'
import { boundsText, type Cell, cellText, coefficientText, PairDetail, shadeOf, WINDOWS } from './pair-detail.tsx'

export function CorrelationSlot({ options: stored, changeOptions, selectCoin }: SlotProps) {
  const options = useMemo(() => parseCorrelationOptions(stored), [stored])
  const [isChoosing, setChoosing] = useState(false)
  const change = (changed: Partial<CorrelationOptions>) => changeOptions({ ...options, ...changed })
  const { state, symbols } = useChosenCoins(options)
  return (
    <div className="stat-slot">
      <CorrelationToolbar options={options} onChange={change} onChooseCoins={() => setChoosing(true)} />
      {state === 'loading' && <StatisticsLoading label="Coins" />}
      {state === 'failed' && <EmptyState title="The coins could not be loaded">They appear here once the server responds.</EmptyState>}
      {state === 'too-few' && (
        <EmptyState
          title="Choose at least two coins"
          action={
            <Button variant="primary" onClick={() => (options.from === 'own' ? setChoosing(true) : change({ from: 'own' }))}>
              Choose coins
            </Button>
          }
        >
          Choose 2 to 30 coins to see which of them move together.
        </EmptyState>
      )}
      {state === 'ready' && <Body symbols={symbols} options={options} selectCoin={selectCoin} />}
      {isChoosing && (
        <OwnCoinsDialog
          chosen={options.own}
          onChange={(own) => change({ from: 'own', own: [...own] })}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

type BodyProps = {
  readonly symbols: readonly string[]
  readonly options: CorrelationOptions
  readonly selectCoin: (symbol: string) => void
}

function Body({ symbols, options: { interval, window, method, order, view }, selectCoin }: BodyProps) {
  const basis: CorrelationBasis = { interval, window, method }
  const query = useQuery(correlationQuery(symbols, basis), queryClient)
  const [open, setOpen] = useState<readonly [a: string, b: string] | null>(null)
  if (open !== null) return <PairDetail a={open[0]} b={open[1]} basis={basis} onClose={() => setOpen(null)} onSelect={selectCoin} />
  const openPair = (a: string, b: string) => setOpen([a, b])
  return (
    <QueryView
      query={query}
      skeleton={<StatisticsLoading label="Correlations" />}
      failed="The correlations could not be loaded"
      stale="Not updated:"
      errorClassName="px-3 py-2"
    >
      {(data) => <Correlations data={data} order={order} view={view} isOld={query.isPlaceholderData} onOpen={openPair} />}
    </QueryView>
  )
}

type CorrelationsProps = Pick<CorrelationOptions, 'order' | 'view'> & {
  readonly data: Correlation
  readonly isOld: boolean
  readonly onOpen: (a: string, b: string) => void
}

function Correlations({ data, order, view, isOld, onOpen }: CorrelationsProps) {
  const grid = useMemo(() => gridOf(data, order), [data, order])
  const unknown = data.cells.filter(([, , , value]) => value === null).length
  return (
    <>
      <div className="stat-scroll" aria-busy={isOld} data-stale={isOld || undefined}>
        {view === 'matrix' ? <CorrelationMatrix grid={grid} onOpen={onOpen} /> : <PairList grid={grid} onOpen={onOpen} />}
        {unknown > 0 && (
          <p className="px-3 pt-1 text-12 text-ink-2">{`${unknown} of ${data.cells.length} pairs are not known (—): fewer than 20 common returns, or a price that did not move.`}</p>
        )}
      </div>
      <OriginLine source={data.source} asOf={data.as_of} />
    </>
  )
}

type PairListProps = { readonly grid: Grid; readonly onOpen: (a: string, b: string) => void }

const PairList = ({ grid, onOpen }: PairListProps) => (
  <table className="stat-table num">
    <caption className="sr-only">Correlation of each pair, highest first</caption>
    <TableHead titles={['Pair', 'Correlation', '95% interval', 'Pairs of returns']} />
    <tbody>
      {pairsOf(grid).map(({ a, b, ...cell }) => (
        <tr key={`${a} ${b}`}>
          <th scope="row">
            <button type="button" className="stat-link" onClick={() => onOpen(a, b)}>
              {a} · {b}
            </button>
          </th>
          <FigureCell>{coefficientText(cell.value)}</FigureCell>
          <FigureCell>{boundsText(cell)}</FigureCell>
          <FigureCell>{cell.pairs.toLocaleString('en-US')}</FigureCell>
        </tr>
      ))}
    </tbody>
  </table>
)

type OwnCoinsDialogProps = {
  readonly chosen: readonly string[]
  readonly onChange: (symbols: readonly string[]) => void
  readonly onClose: () => void
}

function OwnCoinsDialog({ chosen, onChange, onClose }: OwnCoinsDialogProps) {
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  const [typed, setTyped] = useState('')
  const found = coins.filter(({ symbol, name }) => typed.trim() === '' || nameScore(typed.trim(), [symbol, name ?? '']) > 0)
  const isFull = chosen.length >= MOST_CORRELATED
  const toggle = (symbol: string) =>
    onChange(chosen.includes(symbol) ? chosen.filter((each) => each !== symbol) : [...chosen, symbol].slice(0, MOST_CORRELATED))
  return (
    <Dialog title="Coins to compare" onClose={onClose}>
      <div className="flex flex-col gap-3">
        <TextField
          label="Search by name or symbol"
          hint={`2 to ${MOST_CORRELATED} coins; ${chosen.length} chosen.`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ul className="corr-choices">
          {found.map(({ symbol, name }) => (
            <li key={symbol}>
              <label className="flex min-h-8 items-center gap-2 text-13 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={chosen.includes(symbol)}
                  disabled={isFull && !chosen.includes(symbol)}
                  onChange={() => toggle(symbol)}
                />
                {symbol} <span className="truncate text-ink-2">{name}</span>
              </label>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="text-13 text-ink-2">No matching currency.</p>}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={() => onChange([])} disabledReason={chosen.length === 0 ? 'None chosen.' : undefined}>
            Clear
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type MatrixProps = { readonly grid: Grid; readonly onOpen: (a: string, b: string) => void }
type CellPosition = { readonly row: number; readonly column: number }

function moved({ row, column }: CellPosition, key: string, count: number): CellPosition | undefined {
  const last = count - 1
  const positions: Readonly<Record<string, CellPosition>> = {
    ArrowUp: { row: Math.max(0, row - 1), column },
    ArrowDown: { row: Math.min(last, row + 1), column },
    ArrowLeft: { row, column: Math.max(0, column - 1) },
    ArrowRight: { row, column: Math.min(last, column + 1) },
    Home: { row, column: 0 },
    End: { row, column: last },
    PageUp: { row: 0, column },
    PageDown: { row: last, column },
  }
  return positions[key]
}

/** Colour by strength and sign, with the number in each cell. Arrow keys move, Enter opens a pair. */
function CorrelationMatrix({ grid, onOpen }: MatrixProps) {
  const { symbols, cellOf } = grid
  const [at, setAt] = useState<CellPosition>({ row: 0, column: 1 })
  const root = useRef<HTMLTableElement>(null)
  const focused = { row: Math.min(at.row, symbols.length - 1), column: Math.min(at.column, symbols.length - 1) }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(focused, event.key, symbols.length)
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setAt(next)
    root.current?.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of the ARIA pattern, with one stop and arrows
    <table ref={root} role="grid" aria-label="Correlation of returns" className="corr-matrix num" onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <td />
          {symbols.map((symbol) => (
            <th key={symbol} scope="col">
              {symbol}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {symbols.map((a, row) => (
          <tr key={a}>
            <th scope="row">{a}</th>
            {symbols.map((b, column) => {
              const stop = {
                'data-place': `${row} ${column}`,
                tabIndex: row === focused.row && column === focused.column ? 0 : -1,
                onFocus: () => setAt({ row, column }),
              }
              return a === b ? (
                <td key={b} {...stop} data-self>
                  1.00
                </td>
              ) : (
                <td key={b} data-shade={shadeOf(cellOf(a, b).value)}>
                  <button
                    {...stop}
                    type="button"
                    title={cellText(a, b, cellOf(a, b))}
                    aria-label={cellText(a, b, cellOf(a, b))}
                    onClick={() => onOpen(a, b)}
                  >
                    {coefficientText(cellOf(a, b).value)}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ToolbarProps = {
  readonly options: CorrelationOptions
  readonly onChange: (change: Partial<CorrelationOptions>) => void
  readonly onChooseCoins: () => void
}

const SIZES = [6, 10, 15, 20, 30] as const

function CorrelationToolbar({ options, onChange, onChooseCoins }: ToolbarProps) {
  const watched = useDocument(WATCHLISTS)
  const lists = watched.state === 'ready' ? watched.value.lists : []
  const coins = [
    ...SIZES.map((count) => [`top ${count}`, `Largest ${count}`] as const),
    ...lists.map(({ id, name }) => [`list ${id}`, name] as const),
    ['own', 'Custom'] as const,
  ]
  const chosen = options.from === 'own' ? 'own' : options.from === 'list' ? `list ${options.list ?? lists[0]?.id}` : `top ${options.count}`
  const choose = (value: string) => {
    const [from, of = ''] = value.split(' ')
    if (from === 'top') onChange({ from, count: Number(of) })
    else if (from === 'list') onChange({ from, list: of })
    else {
      onChange({ from: 'own' })
      onChooseCoins()
    }
  }
  return (
    <div className="stat-toolbar" role="toolbar" aria-label="Correlation">
      <Choice label="Coins" value={chosen} options={coins} onChange={choose} />
      {options.from === 'own' && (
        <IconButton label="Choose coins" onClick={onChooseCoins}>
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
      )}
      <Choice label="Window" value={options.window} options={WINDOWS} onChange={(window) => onChange({ window })} />
      <Choice
        label="Interval"
        value={options.interval}
        options={[
          ['1h', '1 h'],
          ['4h', '4 h'],
          ['1d', '1 d'],
        ]}
        onChange={(interval) => onChange({ interval })}
      />
      <Choice
        label="Coefficient"
        value={options.method}
        options={[
          ['pearson', 'Pearson'],
          ['spearman', 'Spearman'],
        ]}
        onChange={(method) => onChange({ method })}
      />
      <Choice
        label="Order"
        value={options.order}
        options={[
          ['cluster', 'Clusters'],
          ['given', 'As listed'],
        ]}
        onChange={(order) => onChange({ order })}
      />
      <Choice
        label="View"
        value={options.view}
        options={[
          ['matrix', 'Matrix'],
          ['pairs', 'Table'],
        ]}
        onChange={(view) => onChange({ view })}
      />
      <Explain title="Correlation" className="shrink-0">
        <p>
          How closely the log returns of two coins move together: 1 always in the same direction, 0 unrelated, −1 always in opposite
          directions.
        </p>
        <Formula>r = Σ(x−x̄)(y−ȳ) / √(Σ(x−x̄)² Σ(y−ȳ)²)</Formula>
        <p>
          Only times with a return of both coins count; below 20, no figure is shown. Spearman uses the ranks of the returns, so one huge
          move counts little.
        </p>
        <Formula>95%: tanh(artanh r ± 1.96 / √(n−3))</Formula>
        <p>The Fisher interval assumes independent pairs. In turbulent markets they are not, and the true interval is wider.</p>
        <LearnLink term="correlation" />
      </Explain>
    </div>
  )
}

type Grid = { readonly symbols: readonly string[]; readonly cellOf: (a: string, b: string) => Cell }

const SELF: Cell = { pairs: 0, value: 1, low: 1, high: 1 }
const MISSING: Cell = { pairs: 0, value: null, low: null, high: null }

function gridOf({ symbols, cells }: Pick<Correlation, 'symbols' | 'cells'>, order: 'cluster' | 'given'): Grid {
  const known = new Map<string, Cell>()
  const keyOf = (i: number, j: number): string => `${Math.min(i, j)} ${Math.max(i, j)}`
  for (const [i, j, pairs, value, low, high] of cells) known.set(keyOf(i, j), { pairs, value, low, high })
  const indexes = new Map(symbols.map((symbol, i) => [symbol, i]))
  const cellOf = (a: string, b: string): Cell =>
    a === b ? SELF : (known.get(keyOf(indexes.get(a) ?? -1, indexes.get(b) ?? -1)) ?? MISSING)
  if (order === 'given') return { symbols, cellOf }
  const sortedIndexes = clusterOrder(symbols.length, (i, j) => known.get(keyOf(i, j))?.value ?? undefined)
  return { symbols: sortedIndexes.map((i) => itemAt(symbols, i)), cellOf }
}

type PairLine = Cell & { readonly a: string; readonly b: string }

/** Each pair once, highest coefficient first, unknown ones last. */
function pairsOf({ symbols, cellOf }: Grid): PairLine[] {
  const lines = symbols.flatMap((a, i) => symbols.slice(i + 1).map((b) => ({ a, b, ...cellOf(a, b) })))
  return lines.sort((x, y) => (y.value ?? Number.NEGATIVE_INFINITY) - (x.value ?? Number.NEGATIVE_INFINITY))
}

type ChosenCoins = { readonly state: 'ready' | 'loading' | 'too-few' | 'failed'; readonly symbols: readonly string[] }

function useChosenCoins({ from, count, list, own }: Pick<CorrelationOptions, 'from' | 'count' | 'list' | 'own'>): ChosenCoins {
  const largest = useLargest()
  const watched = useDocument(WATCHLISTS)
  if (from === 'own') return chosen(own)
  if (from === 'list') {
    if (watched.state !== 'ready') return { state: watched.state, symbols: [] }
    return chosen((watched.value.lists.find(({ id }) => id === list) ?? watched.value.lists[0])?.symbols ?? [])
  }
  return largest.state === 'ready' ? chosen(largest.symbols.slice(0, count)) : largest
}

const chosen = (symbols: readonly string[]): ChosenCoins => ({
  state: symbols.length < 2 ? 'too-few' : 'ready',
  symbols: symbols.slice(0, MOST_CORRELATED),
})

/** Coins with a price, largest first. Renders when the order changes, never on a tick. */
function useLargest(): ChosenCoins {
  const [found, setFound] = useState<ChosenCoins>({ state: 'loading', symbols: [] })
  useEffect(
    () =>
      onBoard((board) => {
        const next = largestOf(board)
        setFound((now) => (now.state === next.state && now.symbols.join() === next.symbols.join() ? now : next))
      }),
    [],
  )
  return found
}

function largestOf(board: BoardState): ChosenCoins {
  if (board.kind !== 'ready') return { state: board.kind, symbols: [] }
  const symbols = board.coins.flatMap(({ symbol, price }) => (price !== null && isSupportedSymbol(symbol) ? [symbol] : []))
  return { state: 'ready', symbols: symbols.slice(0, MOST_CORRELATED) }
}

const schema = z.object({
  /** `top`: the largest `count`; `list`: one of the user's lists; `own`: chosen individually. */
  from: z.catch(z.enum(['top', 'list', 'own']), 'top'),
  count: z.catch(z.int().check(z.gte(2), z.lte(MOST_CORRELATED)), 10),
  list: z.catch(z.nullable(z.string().check(z.maxLength(40))), null),
  own: z.catch(z.array(symbol).check(z.maxLength(MOST_CORRELATED)), []),
  interval: z.catch(z.enum(RETURN_INTERVALS), '1h'),
  window: z.catch(z.int().check(z.gte(CORRELATION_HOURS.least), z.lte(CORRELATION_HOURS.most)), 720),
  method: z.catch(z.enum(CORRELATION_METHODS), 'pearson'),
  order: z.catch(z.enum(['cluster', 'given']), 'cluster'),
  view: z.catch(z.enum(['matrix', 'pairs']), 'matrix'),
})
type CorrelationOptions = z.output<typeof schema>

export function parseCorrelationOptions(stored: unknown): CorrelationOptions {
  const parsed = z.safeParse(schema, stored ?? {})
  return parsed.success ? parsed.data : z.parse(schema, {})
}
