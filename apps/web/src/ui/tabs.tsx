import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx.ts'
import { notShown } from './panel.tsx'
import { ErrorBoundary } from './states/error-boundary.tsx'

export type Tab<Id extends string> = { readonly id: Id; readonly title: string }

type TabsProps<Id extends string> = {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  readonly className?: string
  readonly panelClassName?: string
  /** Beside the list, which scrolls. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** ARIA tabs: a single tab stop; arrows, Home and End select. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, className, panelClassName, end, children }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = step(
      tabs.findIndex((tab) => tab.id === selected),
      tabs.length,
    )
    const next = tabs[index]
    if (next === undefined) return
    onSelect(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div className={cx('flex min-w-0 flex-col', className)}>
      <div data-tab-row="" className="flex border-line border-b">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="flex min-h-10 min-w-0 flex-1 overflow-x-auto px-2 [scrollbar-width:none] sm:gap-1"
        >
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={tab.id === selected}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              className={cx(
                '-mb-px shrink-0 border-b-2 px-1.5 font-medium sm:px-2 text-13 transition-colors-fast focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
                tab.id === selected ? 'border-accent text-ink-1' : 'border-transparent text-ink-2 hover:text-ink-1',
              )}
            >
              {tab.title}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} className={panelClassName}>
        <ErrorBoundary of={selected} title={notShown(tabs.find((tab) => tab.id === selected)?.title ?? label)}>
          {children}
        </ErrorBoundary>
      </div>
    </div>
  )
}
