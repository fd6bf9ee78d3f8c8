import './agent.css'
import { Bot } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { bindAgentPanel, loadAgentPanel, toggleAgent, useAgentPanel } from '../../platform/navigation/agent-panel-state.ts'
import { useIsLoggedIn } from '../../platform/session/session.ts'
import { useRootFlag } from '../../ui/hooks/use-media.ts'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'

bindAgentPanel(() => import('./agent-panel.tsx').then(({ AgentPanel }) => AgentPanel))

export function AgentButton() {
  const isLoggedIn = useIsLoggedIn()
  const { pathname } = useLocation()
  const { isOpen, Panel } = useAgentPanel()
  // The IPC page has no rail.
  const isAside = !pathname.startsWith('/ipc/')
  useRootFlag('agentAside', isLoggedIn && isAside)
  useEffect(() => {
    // Preload errors are ignored: opening the panel retries and reports them. Safari has no requestIdleCallback.
    if (isLoggedIn) (globalThis.requestIdleCallback ?? setTimeout)(() => void loadAgentPanel().catch(() => undefined))
  }, [isLoggedIn])
  if (!isLoggedIn) return null
  return (
    <>
      <button
        type="button"
        id="agent-button"
        className="agent-button"
        aria-label="Agent EagleEye"
        aria-expanded={isOpen}
        data-loaded={Panel !== null}
        data-aside={isAside || undefined}
        title="Agent EagleEye"
        onClick={toggleAgent}
      >
        <Bot size={22} aria-hidden="true" />
      </button>
      {isOpen && Panel && (
        <ErrorBoundary
          fallback={
            <section className="agent-panel">
              <ErrorState title="The chat could not be shown" retryLabel="Close the chat" onRetry={toggleAgent} />
            </section>
          }
        >
          <Panel />
        </ErrorBoundary>
      )}
    </>
  )
}
