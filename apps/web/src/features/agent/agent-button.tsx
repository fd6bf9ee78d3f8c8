import './agent.css'
import { Bot } from 'lucide-react'
import { Suspense, useCallback, useRef, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { useIsLoggedIn } from '../../app/session.ts'

const AgentPanel = lazyPart(() => import('./agent-panel.tsx'), 'AgentPanel')

/** Opens and closes the chat panel. There only while a token is stored. */
export function AgentButton() {
  const isLoggedIn = useIsLoggedIn()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    setOpen(false)
    button.current?.focus()
  }, [])
  if (!isLoggedIn) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        className="agent-button"
        aria-label="Agent EagleEye"
        aria-expanded={isOpen}
        title="Agent EagleEye"
        onClick={() => setOpen((open) => !open)}
      >
        <Bot size={22} aria-hidden="true" />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <AgentPanel onClose={close} />
        </Suspense>
      )}
    </>
  )
}
