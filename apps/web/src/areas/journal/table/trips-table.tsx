import { itemAt } from '@aerie/core/item-at'
import type { TripOrder } from '@aerie/journal/trip-table'
import type { TripRow } from '@aerie/wire/journal/journal'
import { useQuery } from '@tanstack/react-query'
import { Columns3 } from 'lucide-react'
import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import * as z from 'zod/mini'
import { queryClient } from '../../../platform/api/query-client.ts'
import { parseJson, readStored, writeStored } from '../../../platform/storage/storage.ts'
import { drawnRows, useRowSlots, useVisibleRows } from '../../../ui/row-window.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { SortableHead } from '../../../ui/table.tsx'
import { instrumentsQuery } from '../../trading/index.ts'
import { FilterMenu, MenuOption } from '../filters/filter-bar.tsx'
import type { Journal } from '../trips.ts'
import { TRIP_COLUMNS, type TripColumn } from './columns.ts'

const KEY = 'aerie.journal-columns'
const FIRST = ['closed', 'net', 'r', 'held', 'entry', 'exit', 'mae', 'mfe', 'origin', 'rating', 'tags']

const names = z.array(z.string())

type ShownColumn = TripColumn & { readonly room: CSSProperties }

/** Minimum width; extra space is distributed in proportion. */
const roomOf = (width: number): CSSProperties => ({ flex: `${width} ${width} ${width}px` })

type Chooser = { readonly chosen: readonly string[]; readonly onChange: (chosen: readonly string[]) => void }

/** Stored in this browser. @param hasRanges whether some trip has a range instead of a single figure */
function useColumns(hasRanges: boolean): readonly [readonly ShownColumn[], Chooser] {
  const [chosen, setChosen] = useState<readonly string[]>(readChosen)
  const onChange = (next: readonly string[]) => {
    setChosen(next)
    writeStored(KEY, JSON.stringify(next))
  }
  const columns = useMemo(
    () => TRIP_COLUMNS.filter(({ id }) => chosen.includes(id)).map((column) => shown(column, hasRanges)),
    [chosen, hasRanges],
  )
  return [columns, { chosen, onChange }]
}

function shown(column: TripColumn, hasRanges: boolean): ShownColumn {
  const width = hasRanges ? (column.widthOfRanges ?? column.width) : column.width
  return { ...column, width, room: roomOf(width) }
}

function readChosen(): readonly string[] {
  const parsed = z.safeParse(names, parseJson(readStored(KEY) ?? ''))
  return parsed.success ? parsed.data : FIRST
}

type TripsTableProps = {
  readonly journal: Journal
  readonly rows: Uint32Array
  readonly order: TripOrder
  readonly selected: string | null
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly onOrder: (order: TripOrder) => void
  readonly onSelect: (id: string) => void
}

const COIN_PX = 156
const COIN_ROOM = roomOf(COIN_PX)
/** Explicit roles: `display` overrides remove the table semantics. */
const ROLES = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  column: { role: 'columnheader', scope: 'col' },
  rowHead: { role: 'rowheader', scope: 'row' },
  cell: { role: 'gridcell' },
} as const

/** Virtualised: handles 100,000 trips. */
export function TripsTable({ journal, rows, order, selected, scroller, onOrder, onSelect }: TripsTableProps) {
  // Must run first: reading the scroll position before rows are written avoids a forced layout.
  useSidewaysMark(scroller)
  const span = useVisibleRows(scroller, rows.length)
  const [columns, chooser] = useColumns(journal.hasRanges)
  // Re-renders the rows once tick sizes are loaded.
  const { dataUpdatedAt: ticks } = useQuery(instrumentsQuery, queryClient)
  const { focused, hold, move } = useMovingFocus(scroller, rows.length)
  const entry = focused === -1 ? Math.max(0, rows.indexOf(journal.indexById.get(selected ?? '') ?? -1)) : focused
  const drawn = drawnRows({ count: rows.length, span, entry, focused })
  const slots = useRowSlots(drawn)
  const select = (target: EventTarget) => {
    const place = rowIndexOf(target)
    if (place !== undefined) onSelect(itemAt(journal.trips, itemAt(rows, place)).id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      select(event.target)
    } else if (move(event.key, rowIndexOf(event.target))) event.preventDefault()
  }
  return (
    <>
      <ColumnChooser {...chooser} />
      <div ref={scroller} className="trips-scroll">
        <table
          className="trips-table num"
          style={{ minWidth: `min(${widthOf(columns)}px, var(--trips-room, 1000rem))` }}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid with keyboard navigation and selection
          role="grid"
          aria-label="Trades"
          aria-rowcount={rows.length + 1}
        >
          <thead {...ROLES.group}>
            <tr {...ROLES.row} aria-rowindex={1}>
              <Head
                title="Coin"
                description="Coin and side"
                figure="symbol"
                order={order}
                onOrder={onOrder}
                room={COIN_ROOM}
                className="trips-coin"
              />
              {columns.map((column) => (
                <Head
                  key={column.id}
                  id={column.id}
                  title={column.title}
                  description={column.description}
                  figure={column.order}
                  isText={column.isText}
                  room={column.room}
                  order={order}
                  onOrder={onOrder}
                />
              ))}
            </tr>
          </thead>
          {/* The rows are the targets; the body only has the listener. */}
          <tbody
            {...ROLES.group}
            onClick={({ target }: MouseEvent) => select(target)}
            onFocus={({ target }) => hold(rowIndexOf(target))}
            onKeyDown={onKeyDown}
          >
            {drawn.map((place, index) => {
              const trip = itemAt(journal.trips, itemAt(rows, place))
              return (
                <Fragment key={slots.get(place)}>
                  <Gap rows={place - 1 - (drawn[index - 1] ?? -1)} />
                  <ItemBoundary of={trip} as={{ columns: columns.length + 1 }}>
                    <Row
                      place={place}
                      trip={trip}
                      columns={columns}
                      isSelected={trip.id === selected}
                      isEntry={place === entry}
                      ticks={ticks}
                    />
                  </ItemBoundary>
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

const widthOf = (columns: readonly ShownColumn[]): number => columns.reduce((sum, { width }) => sum + width, COIN_PX)

const rowIndexOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined
  return row === undefined ? undefined : Number(row)
}

/** Roving focus: a key changes the row, and focus follows once it is rendered. */
function useMovingFocus(scroller: RefObject<HTMLElement | null>, count: number) {
  const [at, setAt] = useState({ place: -1, isMoved: false })
  const focused = Math.min(at.place, count - 1)
  useEffect(() => {
    if (!at.isMoved) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${focused}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [at, focused, scroller])
  // The focused row stays rendered when scrolled out of view, so that its element is not reused.
  const hold = (place: number | undefined) => {
    if (place !== undefined && place !== at.place) setAt({ place, isMoved: false })
  }
  const move = (key: string, from: number | undefined): boolean => {
    const area = scroller.current
    const rowHeight = area?.querySelector('[data-row]')?.getBoundingClientRect().height ?? 1
    const page = Math.max(1, Math.floor((area?.clientHeight ?? 0) / rowHeight) - 2)
    const next = from === undefined ? null : nextRowIndex({ key, from, count, page })
    if (next !== null) setAt({ place: next, isMoved: true })
    return next !== null
  }
  return { focused, hold, move }
}

const Gap = ({ rows }: { readonly rows: number }) =>
  rows <= 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true" className="trips-gap">
      <td style={{ height: `calc(${rows} * var(--row))` }} />
    </tr>
  )

type HeadProps = Pick<TripsTableProps, 'order' | 'onOrder'> & {
  readonly id?: string
  readonly title: string
  readonly description: string
  readonly figure: TripOrder['figure'] | null
  readonly isText?: boolean | undefined
  readonly room: CSSProperties
  readonly className?: string
}

/** Memoised while rows scroll. */
const Head = memo(function Head({ id, title, description, figure, isText, order, onOrder, room, className }: HeadProps) {
  if (figure === null) {
    return (
      <th {...ROLES.column} className={className} style={room} title={description} data-text={isText} data-column={id}>
        {title}
      </th>
    )
  }
  const isActive = order.figure === figure
  return (
    <SortableHead
      {...ROLES.column}
      className={className}
      style={room}
      data-text={isText}
      data-column={id}
      title={description}
      direction={isActive ? (order.isDescending ? 'descending' : 'ascending') : undefined}
      onSort={() => onOrder({ figure, isDescending: isActive ? !order.isDescending : figure !== 'symbol' })}
    >
      {title}
    </SortableHead>
  )
})

type RowProps = {
  readonly place: number
  readonly trip: TripRow
  readonly columns: readonly ShownColumn[]
  readonly isSelected: boolean
  readonly isEntry: boolean
  /** Load time of the tick sizes: a change re-renders the row. */
  readonly ticks: number
}

const Row = memo(function Row({ place, trip, columns, isSelected, isEntry }: RowProps) {
  return (
    <tr {...ROLES.row} data-row={place} aria-rowindex={place + 2} aria-selected={isSelected} tabIndex={isEntry ? 0 : -1}>
      <th {...ROLES.rowHead} className="trips-coin" style={COIN_ROOM}>
        <b>{trip.symbol}</b> <span data-side={trip.side}>{trip.side === 'long' ? '▲ long' : '▼ short'}</span>
        {trip.has_note && (
          <span title="has a note">
            {' '}
            ✎<span className="sr-only">has a note</span>
          </span>
        )}
      </th>
      {columns.map((column) => cellOf(column, trip))}
    </tr>
  )
})

/** Not a component: scrolling 100,000 trips renders over a hundred rows per frame. */
function cellOf({ id, cell, isText, room }: ShownColumn, trip: TripRow) {
  const { text, title, tone, priceOf } = cell(trip)
  return (
    <td
      translate="no"
      key={id}
      {...ROLES.cell}
      style={room}
      title={title}
      data-column={id}
      data-tone={tone}
      data-text={isText || undefined}
      data-price={priceOf === null ? '' : priceOf}
    >
      {text}
    </td>
  )
}

type Step = {
  readonly key: string
  readonly from: number
  readonly count: number
  readonly page: number
}

export function nextRowIndex({ key, from, count, page }: Step): number | null {
  const to = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page, Home: 0, End: count - 1 }[key]
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to))
}

function ColumnChooser({ chosen, onChange }: Chooser) {
  const toggle = (name: string) => onChange(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name])
  return (
    <div className="absolute top-1.5 right-1.5 max-lg:top-1 max-lg:right-1 max-md:hidden">
      <FilterMenu
        title="Columns"
        button={
          <>
            <Columns3 size={14} aria-hidden="true" /> Columns
          </>
        }
      >
        {TRIP_COLUMNS.map(({ id, title, description }) => (
          <MenuOption key={id} isChosen={chosen.includes(id)} title={description} onToggle={() => toggle(id)}>
            {title}
          </MenuOption>
        ))}
      </FilterMenu>
    </div>
  )
}

/** Sets `data-sideways` while scrolled to the right and `data-more` while columns are cut there, in the same frame and without a render. */
function useSidewaysMark(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const area = scroller.current
    if (area === null) return
    const mark = () => {
      area.toggleAttribute('data-sideways', area.scrollLeft > 0)
      area.toggleAttribute('data-more', area.scrollLeft + area.clientWidth < area.scrollWidth - 1)
    }
    mark()
    const observer = new ResizeObserver(mark)
    for (const sized of [area, ...area.children]) observer.observe(sized)
    area.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      area.removeEventListener('scroll', mark)
    }
  }, [scroller])
}
