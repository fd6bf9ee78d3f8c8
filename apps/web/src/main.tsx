import './platform/browser/zod-config.ts'
import './app/styles/index.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { watchServer } from './platform/api/server-state.ts'
import { recoverFromMissingChunks } from './platform/browser/chunk-recovery.ts'
import { ignoreComposingKeys } from './platform/browser/composing-keys.ts'
import { surviveTranslation } from './platform/browser/page-translation.ts'
import { readBoot } from './platform/live/market/assets-list.ts'
import { bindLive } from './platform/live/socket/live-client.ts'
import { LIVE_CODE } from './platform/live/socket/live-code.ts'
import { openSession, useSession } from './platform/session/session.ts'
import { followAppearance } from './ui/appearance.ts'
import { ErrorBoundary } from './ui/states/error-boundary.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')

ignoreComposingKeys(window)
recoverFromMissingChunks()
surviveTranslation(document)
watchServer()
bindLive(LIVE_CODE)
// Prerendered home page: let user input run before startup and before each slice of the first render.
if (root.hasChildNodes()) setTimeout(() => void start(root, startTransition))
else void start(root, (render) => render())

async function start(page: HTMLElement, draw: (render: () => void) => void): Promise<void> {
  openSession()
  readBoot()
  followAppearance()
  if (import.meta.env.DEV && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname) && useSession.getState().token === null) {
    // Development only; the production build drops this branch and the module.
    const { DEVELOPMENT_USER } = await import('./platform/session/development-user.ts')
    useSession.setState({ user: DEVELOPMENT_USER })
  }
  const app = createRoot(page)
  draw(() =>
    app.render(
      <ErrorBoundary>
        <App />
      </ErrorBoundary>,
    ),
  )
}
