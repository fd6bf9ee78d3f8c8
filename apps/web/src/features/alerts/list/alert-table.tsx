import { itemAt } from '@aerie/core/item-at'
import type { AlertRow as Alert } from '@aerie/wire/alerts/alert-rows'
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { pauseAlert, removeAlert } from '../../../alerts/alert-commands.ts'
import { draftOf } from '../../../alerts/alert-draft.ts'
import { drawnRows } from '../../../ui/row-window.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { AlertEditor } from '../editor/alert-editor.tsx'
import { AlertRow, canPause } from './alert-row.tsx'
import { focusBeside } from './focus-beside.ts'
import { useRowsOnPage } from './use-rows-on-page.ts'

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
