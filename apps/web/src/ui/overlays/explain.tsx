import { CircleHelp } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'

type ExplainProps = {
  /** The term, e.g. `CRPS`; the button is named `About CRPS`. */
  readonly title: string
  readonly children: ReactNode
  readonly className?: string
}

const GAP_PX = 6
const EDGE_PX = 8

/** Info button with a native popover (meaning, formula, source): Escape and outside clicks close it, and nothing clips it. */
export function Explain({ title, children, className }: ExplainProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const replace = () => place(card.current, button.current)
    addEventListener('resize', replace)
    return () => removeEventListener('resize', replace)
  }, [])
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={`About ${title}`}
        className={cx(
          'inline-flex size-6 shrink-0 items-center justify-center rounded-full align-middle text-ink-3 hover:bg-surface-3 hover:text-ink-1 pointer-coarse:size-11',
          className,
        )}
      >
        <CircleHelp size={14} aria-hidden="true" />
      </button>
      <div
        id={id}
        popover="auto"
        role="note"
        ref={card}
        onToggle={() => place(card.current, button.current)}
        // In a table head it must not inherit the head's text styles.
        className="fixed m-0 w-88 max-w-[calc(100vw-16px)] rounded-md border border-line-strong bg-surface-2 whitespace-normal p-3 text-left font-normal text-13 text-ink-2 shadow-float"
      >
        <p className="mb-1 font-semibold text-ink-1">{title}</p>
        <div className="flex flex-col gap-2">{children}</div>
      </div>
    </>
  )
}

export const Formula = ({ children }: { readonly children: ReactNode }) => (
  <code className="num block overflow-x-auto rounded-md bg-surface-0 px-2 py-1.5 font-mono text-12 text-ink-1">{children}</code>
)

function place(card: HTMLElement | null, button: HTMLElement | null): void {
  if (card === null || button === null) return
  const at = button.getBoundingClientRect()
  const { width, height } = card.getBoundingClientRect()
  const below = at.bottom + GAP_PX
  const top = below + height + EDGE_PX <= innerHeight ? below : at.top - GAP_PX - height
  const left = Math.min(at.left, innerWidth - EDGE_PX - width)
  card.style.top = `${Math.max(EDGE_PX, top)}px`
  card.style.left = `${Math.max(EDGE_PX, left)}px`
}
