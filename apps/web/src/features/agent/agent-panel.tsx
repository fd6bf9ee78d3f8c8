import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { iconButtonStyle } from '../../ui/icon-button.tsx'

/** The chat panel, at most 45rem wide. What it holds comes with a later release, and it says so. */
export function AgentPanel({ onClose }: { readonly onClose: () => void }) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <section ref={ref} className="agent-panel" aria-labelledby="agent-title" tabIndex={-1} onKeyDown={onKeyDown} data-focus-target="">
      <header className="flex items-center justify-between border-line border-b py-1 pr-1 pl-4">
        <h2 id="agent-title" className="font-semibold text-13 text-ink-1">
          Agent EagleEye
        </h2>
        <button type="button" aria-label="Close Agent EagleEye" title="Close (Esc)" onClick={onClose} className={iconButtonStyle}>
          <X size={16} aria-hidden="true" />
        </button>
      </header>
      <div className="flex flex-col gap-2 p-4 text-13">
        <p className="font-medium text-ink-1">The chat is not built yet.</p>
        <p className="text-ink-2">
          A later release brings it: it will answer questions on prices, predictions and past prices, with every number taken from this
          system.
        </p>
      </div>
    </section>
  )
}
