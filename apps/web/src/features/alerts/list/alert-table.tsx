import { itemAt } from '@aerie/core/item-at'
import type { AlertRow as Alert } from '@aerie/wire/alerts/alert-rows'
import { spanWords } from '@aerie/wire/alerts/alert-sentence'
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { Fragment, type KeyboardEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pauseAlert, removeAlert } from '../../../alerts/alert-commands.ts'
import { draftOf } from '../../../alerts/alert-draft.ts'
import { shownState } from '../../../alerts/shown-state.ts'
import { momentText, utcText } from '../../../market-views/forecast/forecast-text.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { handOnFocus, inPlaceOf } from '../../../ui/hand-on-focus.ts'
import { drawnRows, type RowSpan, visibleRows } from '../../../ui/row-window.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { CHANNEL_WORDS, STATE_WORDS, waitWords } from '../alerts-words.ts'
import { AlertEditor } from '../editor/alert-editor.tsx'

const COLUMNS = ['Alert', 'State', 'Triggers', 'Sent by', 'Fired'] as const

type AlertTableProps = { readonly alerts: readonly Alert[]; readonly isAllPaused: boolean }

/** The alerts. Rows that are out of sight are not there; one at a time is open for editing. */
export function AlertTable({ alerts, isAllPaused }: AlertTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const span = useRowsOnPage(body, alerts.length)
  const goBackTo = useFocusOfForm(body, editing)
  const placeOf = (id: string | null) => alerts.findIndex((alert) => alert.id === id)
  const entry = Math.max(0, placeOf(focused))
  const kept = drawnRows({ count: alerts.length, span, entry, focused: placeOf(focused) })
  const open = placeOf(editing)
  const drawn = open === -1 || kept.includes(open) ? kept : [...kept, open].toSorted((a, b) => a - b)
  const close = (id: string) => {
    goBackTo(id)
    setEditing(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && editing !== null) return close(editing)
    const row = event.target
    if (!(row instanceof HTMLElement) || row.dataset.alert === undefined) return
    const alert = alerts[placeOf(row.dataset.alert)]
    if (alert !== undefined && actOnRow(event.key, { alert, row, body: event.currentTarget, onEdit: setEditing })) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are moved through and worked by keys: a grid
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

/**
 * The row that is opened for editing goes: the focus goes into the form that takes its place, and back to the row with it.
 *
 * @returns what names the row before the form closes
 */
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

/** The room of rows that are not drawn. */
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

/** Enough to measure one; what is seen is known before the first paint. */
const FIRST: RowSpan = { from: 0, to: 1 }

/**
 * Which rows of `body` are seen, as the page is scrolled and the window resized. A row that is open for editing is taller than the
 * others: it is counted for one, and the rows above what is seen are drawn for as much more.
 *
 * @param count rows that there are in all
 */
function useRowsOnPage(body: RefObject<HTMLElement | null>, count: number): RowSpan {
  const [span, setSpan] = useState(FIRST)
  // With the first row there is something to measure.
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
  /** In the order, from 0. */
  readonly place: number
  /** The one row the Tab key stops at; arrows go on from there. */
  readonly isEntry: boolean
  readonly isAllPaused: boolean
  readonly onEdit: (id: string) => void
}

/** Whether an alert can be made to rest; else it can be made to watch again. */
const canPause = ({ state }: Alert): boolean => state === 'active'

/** One alert: what it waits for, how it stands, and what can be done with it. */
const AlertRow = memo(function AlertRow({ alert, place, isEntry, isAllPaused, onEdit }: AlertRowProps) {
  const { id, title, note, firings, fired_at } = alert
  const shown = shownState(alert, isAllPaused)
  const tabIndex = isEntry ? 0 : -1
  const wait = isAllPaused ? 'all are paused' : waitWords(alert)
  const terms = termsWords(alert)
  const told = alert.channels.map((channel) => CHANNEL_WORDS[channel]).join(', ')
  return (
    <tr ref={focusOnRemoval} data-alert={id} data-symbol={alert.symbol} aria-rowindex={place + 2} tabIndex={tabIndex} data-state={shown}>
      <th scope="row" className="alert-title">
        <span className="alert-name num" title={title}>
          {title}
        </span>
        {note !== undefined && <span className="alert-note">{note}</span>}
      </th>
      <td className="alert-state">
        <span className="alert-mark" data-state={shown}>
          {STATE_WORDS[shown]}
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
      <td className="alert-told" title={told}>
        <span className="alert-clamp">{told}</span>
      </td>
      <td className="alert-fired num" title={fired_at === null ? undefined : utcText(Date.parse(fired_at))}>
        <span className="alert-clamp">{fired_at === null ? 'Not yet' : `${firings}×, last ${momentText(Date.parse(fired_at))}`}</span>
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

function termsWords({ repeat, cooldown_s, expires_at }: Alert): string {
  const often = repeat === 'once' ? 'Once' : cooldown_s ? `Every time, at most every ${spanWords(cooldown_s)}` : 'Every time'
  return expires_at === undefined ? often : `${often}, until ${momentText(Date.parse(expires_at))}`
}

/** Gives the focus to the alert after this row, else to the one before it: the row itself is about to go. */
function focusBeside(row: HTMLElement | null): void {
  if (row === null) return
  const rows = rowsOf(row.parentElement)
  const at = rows.indexOf(row)
  const beside = rows[at + 1] ?? rows[at - 1]
  beside?.focus()
}

/**
 * The ref of a row. It may go away while it has the focus: the last one by its own button, others as they no longer belong to the chosen
 * state, or in another window. The focus goes to the row that takes its place; where there is none, to the chosen state, or to what makes
 * a new alert.
 */
const focusOnRemoval = (row: HTMLElement | null): (() => void) | undefined =>
  handOnFocus(row, (gone) => {
    const list = gone.closest<HTMLElement>('[data-alert-list]')
    const place = rowsOf(list).indexOf(gone)
    return () => {
      if (list?.isConnected !== true) return null
      return inPlaceOf(rowsOf(list), place) ?? list.querySelector<HTMLElement>('[aria-pressed="true"], [data-first-alert]')
    }
  })

const rowsOf = (list: Element | null): readonly HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('[data-alert]') ?? [])]
