import './lib/zod-config.ts'
import './app/styles/index.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followAppearance } from './lib/appearance.ts'
import { recoverFromMissingChunks } from './lib/chunk-recovery.ts'
import { readBoot } from './live/market/assets-list.ts'
import { bindLive } from './live/socket/live-client.ts'
import { LIVE_CODE } from './live/socket/live-code.ts'
import { openSession, useSession } from './session/session.ts'
import { ErrorBoundary } from './ui/states/error-boundary.tsx'

recoverFromMissingChunks()
bindLive(LIVE_CODE)
openSession()
readBoot()
followAppearance()

if (import.meta.env.DEV && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname) && useSession.getState().token === null) {
  // Only the development server has this module; the production build drops the branch and with it the user.
  const { DEVELOPMENT_USER } = await import('./session/development-user.ts')
  useSession.setState({ user: DEVELOPMENT_USER })
}

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
createRoot(root).render(
  <ErrorBoundary>
    <App />
  </ErrorBoundary>,
)
