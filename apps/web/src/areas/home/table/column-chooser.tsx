import { Columns3 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { iconButtonStyle } from '../../../ui/controls/button.tsx'
import { CHOOSABLE, toggleColumn, useHiddenColumns } from './columns.ts'

export function ColumnChooser() {
  const hidden = useHiddenColumns((state) => state.hidden)
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (ref.current !== null && !(target instanceof Node && ref.current.contains(target))) ref.current.open = false
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !ref.current?.open) return
    event.preventDefault()
    event.stopPropagation()
    ref.current.open = false
    ref.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={ref} className="relative max-lg:hidden" onKeyDown={onKeyDown}>
      <summary data-early="columns" className={`list-none ${iconButtonStyle}`} aria-label="Columns" title="Columns">
        <Columns3 size={16} aria-hidden="true" />
      </summary>
      <fieldset className="absolute top-[calc(100%+4px)] right-0 z-20 w-max rounded-md border border-line-strong bg-surface-2 p-2 shadow-float">
        <legend className="sr-only">Columns of the table</legend>
        {CHOOSABLE.map(({ id, title }) => (
          <label key={id} className="flex min-h-(--row) items-center gap-2 px-1.5">
            <input type="checkbox" data-early={`column ${id}`} checked={!hidden.includes(id)} onChange={() => toggleColumn(id)} />
            {title}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
