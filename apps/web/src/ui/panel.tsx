import { type ComponentPropsWithoutRef, createContext, type ReactNode, use, useId } from 'react'
import { cx } from './cx.ts'
import { ErrorBoundary } from './states/error-boundary.tsx'

type PanelProps = {
  readonly title: string
  readonly trailing?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

export function Panel({ title, trailing, className, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('min-w-0 rounded-md border border-line bg-surface-1', className)}>
      <header className="flex min-h-10 items-center justify-between gap-2 border-line border-b px-(--panel-inset,0.75rem) pointer-coarse:py-1.5">
        <h2 id={id} className="font-semibold text-13 text-ink-1">
          {title}
        </h2>
        {trailing}
      </header>
      <ErrorBoundary title={notShown(title)}>{children}</ErrorBoundary>
    </section>
  )
}

const IsWithinNamed = createContext(false)

export const WithinNamedRegion = ({ children }: { readonly children: ReactNode }) => <IsWithinNamed value={true}>{children}</IsWithinNamed>

/** A landmark, or a group inside an already named region: several parts there may share a name, and identical landmarks are useless. */
export function Area(props: ComponentPropsWithoutRef<'section'>) {
  // biome-ignore lint/a11y/useSemanticElements: this is no group of form fields
  return use(IsWithinNamed) ? <div role="group" {...props} /> : <section {...props} />
}

type ScrollSectionProps = ComponentPropsWithoutRef<'section'> & { readonly 'aria-label': string }

/** Focusable scroll area: not every browser makes scrollers focusable by keyboard. */
export const ScrollSection = (props: ScrollSectionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable (WCAG 2.1.1)
  <section tabIndex={0} {...props} />
)

export const notShown = (title: string) => `${title}: could not be shown`
