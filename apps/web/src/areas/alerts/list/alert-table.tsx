import { itemAt } from '@aerie/core/item-at'
import { alertKind, spanText } from '@aerie/wire/alerts/alert-kinds'
import type { AlertRow as Alert } from '@aerie/wire/alerts/alert-rows'
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { Fragment, type KeyboardEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DASH } from '../../../platform/format/figures.ts'
import { momentText, moveText, priceText, utcText } from '../../../platform/format/market-text.ts'
import { useBoard } from '../../../platform/live/market/board.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { drawnRows, type RowSpan, visibleRows } from '../../../ui/row-window.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { pauseAlert, removeAlert } from '../alert-commands.ts'
import { draftOf, NEW_ALERT } from '../alert-draft.ts'
import { shownState } from '../alert-text.ts'
import { AlertEditor } from '../editor/alert-editor.tsx'
import { channelLabels, stateLabels } from '../messages.ts'
import { useForecastLine, useRegimeNow } from '../value-now.ts'

const COLUMNS = ['Alert', 'Now', 'State', 'Triggers', 'Sent by', 'Fired'] as const

type AlertTableProps = { readonly alerts: readonly Alert[]; readonly isAllPaused: boolean }

export function AlertTable({ alerts, isAllPaused }: AlertTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const span = useRowsOnPage(body, alerts.length)
  const goBackTo = useFocusOfForm(body, editing)
  const rowIndexOf = (id: string | null) => alerts.findIndex((alert) => alert.id === id)
  const entry = Math.max(0, rowIndexOf(focused))
  const kept = drawnRows({ count: alerts.length, span, entry, focused: rowIndexOf(focused) })
  const open = rowIndexOf(editing)
  const drawn = open === -1 || kept.includes(open) ? kept : [...kept, open].toSorted((a, b) => a - b)
  const close = (id: string) => {
    goBackTo(id)
    setEditing(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && editing !== null) return close(editing)
    const row = event.target
    if (!(row instanceof HTMLElement) || row.dataset.alert === undefined) return
    const alert = alerts[rowIndexOf(row.dataset.alert)]
    if (alert !== undefined && actOnRow(event.key, { alert, row, body: event.currentTarget, onEdit: setEditing })) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid with keyboard navigation and row actions
    <table className="alert-table" role="grid" aria-label="Your alerts" aria-rowcount={alerts.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          {COLUMNS.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody
        ref={body}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-alert]')?.dataset.alert ?? focused)}
      >
        {drawn.map((place, index) => {
          const alert = itemAt(alerts, place)
          return (
            <Fragment key={alert.id}>
              <Gap rows={place - 1 - (drawn[index - 1] ?? -1)} />
              <ItemBoundary of={alert} as={{ columns: COLUMNS.length + 1 }}>
                {alert.id === editing ? (
                  <tr data-editing="" aria-rowindex={place + 2}>
                    <td colSpan={COLUMNS.length + 1}>
                      <AlertEditor start={draftOf(alert)} alert={alert} onDone={() => close(alert.id)} />
                    </td>
                  </tr>
                ) : (
                  <AlertRow alert={alert} place={place} isEntry={place === entry} isAllPaused={isAllPaused} onEdit={setEditing} />
                )}
              </ItemBoundary>
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** Moves focus from a row to its edit form, and back when the form closes. @returns records the row before the form closes */
function useFocusOfForm(body: RefObject<HTMLElement | null>, editing: string | null): (id: string) => void {
  const closed = useRef<string | null>(null)
  useEffect(() => {
    const id = closed.current
    closed.current = null
    if (editing !== null) body.current?.querySelector<HTMLElement>('[data-editing] :is(select, input)')?.focus()
    else if (id !== null) body.current?.querySelector<HTMLElement>(`[data-alert="${CSS.escape(id)}"]`)?.focus()
  }, [body, editing])
  return (id) => {
    closed.current = id
  }
}

const Gap = ({ rows }: { readonly rows: number }) =>
  rows === 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true" className="alert-gap">
      <td style={{ height: `calc(${rows} * var(--alert-row))` }} />
    </tr>
  )

type RowContext = { readonly alert: Alert; readonly row: HTMLElement; readonly body: HTMLElement; readonly onEdit: (id: string) => void }

/** @returns whether the key was for the row */
function actOnRow(key: string, { alert, row, body, onEdit }: RowContext): boolean {
  const rows = [...body.querySelectorAll<HTMLElement>('[data-alert]')]
  const at = rows.indexOf(row)
  switch (key) {
    case 'ArrowDown':
      rows[at + 1]?.focus()
      return true
    case 'ArrowUp':
      rows[at - 1]?.focus()
      return true
    case 'Home':
      rows[0]?.focus()
      return true
    case 'End':
      rows.at(-1)?.focus()
      return true
    case 'Enter':
      onEdit(alert.id)
      return true
    case 'p':
      void pauseAlert(alert, canPause(alert))
      return true
    case 'Delete':
      focusBeside(row)
      void removeAlert(alert)
      return true
    default:
      return false
  }
}

/** Renders one row to measure; the real span is set before first paint. */
const FIRST: RowSpan = { from: 0, to: 1 }

/**
 * Range of rows of `body` in the viewport, on scroll and resize. A row being edited is taller but counted as one; extra rows above are
 * rendered to compensate.
 * @param count total number of rows
 */
function useRowsOnPage(body: RefObject<HTMLElement | null>, count: number): RowSpan {
  const [span, setSpan] = useState(FIRST)
  // Measuring needs a first row.
  const hasRows = count > 0
  useLayoutEffect(() => {
    const area = body.current
    if (area === null || !hasRows) return
    const look = () => {
      const next = seen(area)
      setSpan((now) => (now.from === next.from && now.to === next.to ? now : next))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    const sizes = new ResizeObserver(look)
    sizes.observe(area)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
      sizes.disconnect()
    }
  }, [body, hasRows])
  return span
}

function seen(area: HTMLElement): RowSpan {
  const rowHeight = area.querySelector('[data-alert]')?.getBoundingClientRect().height ?? 0
  const edited = area.querySelector('[data-editing]')?.getBoundingClientRect().height ?? 0
  const top = Math.max(0, -area.getBoundingClientRect().top)
  const { from } = visibleRows({ top: Math.max(0, top - edited), height: innerHeight, rowHeight })
  return { from, to: visibleRows({ top, height: innerHeight, rowHeight }).to }
}

type AlertRowProps = {
  readonly alert: Alert
  readonly place: number
  /** Roving tabindex: the single tab stop; arrow keys move on. */
  readonly isEntry: boolean
  readonly isAllPaused: boolean
  readonly onEdit: (id: string) => void
}

const canPause = ({ state }: Alert): boolean => state === 'active'

const AlertRow = memo(function AlertRow({ alert, place, isEntry, isAllPaused, onEdit }: AlertRowProps) {
  const { id, title, note, firings, fired_at } = alert
  const shown = shownState(alert, isAllPaused)
  const tabIndex = isEntry ? 0 : -1
  const wait = isAllPaused ? 'all are paused' : waitText(alert)
  const terms = termsText(alert)
  const channels = alert.channels.map((channel) => channelLabels[channel]).join(', ')
  return (
    <tr data-focus-row="" data-alert={id} data-symbol={alert.symbol} aria-rowindex={place + 2} tabIndex={tabIndex} data-state={shown}>
      <th scope="row" className="alert-title">
        <span className="alert-name num" title={title}>
          {title}
        </span>
        {note !== undefined && <span className="alert-note">{note}</span>}
      </th>
      <td className="alert-now num">{alert.symbol !== undefined && <Now alert={alert} symbol={alert.symbol} />}</td>
      <td className="alert-state">
        <span className="alert-mark" data-state={shown}>
          {stateLabels[shown]}
        </span>
        {wait !== null && (
          <span className="alert-sub" title={wait}>
            {wait}
          </span>
        )}
      </td>
      <td className="alert-terms num" title={terms}>
        <span className="alert-clamp">{terms}</span>
      </td>
      <td className="alert-told" title={channels}>
        <span className="alert-clamp">{channels}</span>
      </td>
      <td className="alert-fired num" title={fired_at === null ? undefined : utcText(Date.parse(fired_at))}>
        <span className="alert-clamp">{fired_at === null ? 'Not fired yet' : `${firings}×, last ${momentText(Date.parse(fired_at))}`}</span>
      </td>
      <td className="alert-actions">
        <IconButton tabIndex={tabIndex} label={`Edit: ${title}`} onClick={() => onEdit(id)}>
          <Pencil size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          tabIndex={tabIndex}
          label={`${canPause(alert) ? 'Pause' : 'Activate'}: ${title}`}
          onClick={() => void pauseAlert(alert, canPause(alert))}
        >
          {canPause(alert) ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
        </IconButton>
        <IconButton
          tabIndex={tabIndex}
          label={`Delete: ${title}`}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget.closest<HTMLElement>('[data-alert]'))
            void removeAlert(alert)
          }}
        >
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
})

type NowProps = { readonly alert: Alert; readonly symbol: string }

/** What the alert watches now, and how far it is from the level. */
function Now({ alert, symbol }: NowProps) {
  if (alert.kind === 'volatility') return <RegimeCell symbol={symbol} />
  return alert.kind === 'forecast' ? <ForecastCell alert={alert} symbol={symbol} /> : <PriceCell alert={alert} symbol={symbol} />
}

function RegimeCell({ symbol }: { readonly symbol: string }) {
  const now = useRegimeNow(symbol)
  if (now === undefined || now === null) return DASH
  return (
    <span className="alert-price">
      <span>{now.name}</span>
      {now.percentAYear !== null && <span className="alert-sub">{`${now.percentAYear.toFixed(1)}% a year over 7 days`}</span>}
    </span>
  )
}

function ForecastCell({ alert: { hours, quantile, level }, symbol }: NowProps) {
  const line = useForecastLine(symbol, hours ?? NEW_ALERT.hours, Number(quantile ?? NEW_ALERT.quantile))
  if (line === undefined || line === null) return DASH
  return (
    <span className="alert-price">
      <span translate="no">{priceText(line.price, line.quote)}</span>
      <span className="alert-sub">{level !== undefined && `${moveText(Number(level), line.price)} away`}</span>
    </span>
  )
}

function PriceCell({ alert: { level }, symbol }: NowProps) {
  const board = useBoard()
  const coin = board.kind === 'ready' ? board.coins.find((each) => each.symbol === symbol) : undefined
  if (coin === undefined || coin.price === null) return DASH
  return (
    <span className={cx('alert-price', coin.isStale && 'opacity-70')}>
      <span translate="no">{priceText(coin.price, coin.quote)}</span>
      <span className="alert-sub">{coin.isStale ? 'stale' : level !== undefined && `${moveText(Number(level), coin.price)} away`}</span>
    </span>
  )
}

function termsText({ repeat, cooldown_s, expires_at }: Alert): string {
  const often = repeat === 'once' ? 'Once' : cooldown_s ? `Every time, at most every ${spanText(cooldown_s)}` : 'Every time'
  return expires_at === undefined ? often : `${often}, until ${momentText(Date.parse(expires_at))}`
}

/** Focuses the next alert, else the previous one: this row is about to be removed. */
function focusBeside(row: HTMLElement | null): void {
  if (row === null) return
  const rows = rowsOf(row.parentElement)
  const at = rows.indexOf(row)
  const beside = rows[at + 1] ?? rows[at - 1]
  beside?.focus()
}

const rowsOf = (list: Element | null): readonly HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('[data-alert]') ?? [])]

export const waitText = ({ kind, state, waits_for }: Pick<Alert, 'kind' | 'state' | 'waits_for'>): string | null => {
  if (state !== 'active') return null
  if (waits_for === 'fresh') return alertKind(kind).isOnPrices ? 'waiting for the first price' : 'waiting for the first value'
  if (waits_for === 'met') return 'already true, waiting to reset'
  return waits_for === 'fired' ? 'fired, waiting to reset' : null
}
