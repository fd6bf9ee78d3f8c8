import { MonitorUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../platform/browser/lazy-part.ts'
import { useIsLoggedIn } from '../../../platform/session/session.ts'
import { iconButtonStyle } from '../../../ui/controls/icon-button.tsx'

// Not requestIdleCallback: a window full of live charts, or one in the background, is never idle.
const soon = () => new Promise((resolve) => setTimeout(resolve, 200))
const MirrorBadge = lazyPart(async () => (await soon().then(() => import('../../mirror-badge.tsx'))).MirrorBadge)
const GuestMirrorMenu = lazyPart(async () => (await import('./guest-mirror-menu.tsx')).GuestMirrorMenu)

export function MirrorMenu() {
  const isLoggedIn = useIsLoggedIn()
  // Who opened the menu: after a login it is a different menu, which nobody has opened.
  const [asker, ask] = useState<'guest' | 'user' | null>(null)
  const button = (
    <div className="hidden lg:inline-flex">
      <button
        type="button"
        aria-haspopup="menu"
        aria-label="Mirror"
        title="Mirror"
        data-early="mirror"
        className={iconButtonStyle}
        onClick={() => ask(isLoggedIn ? 'user' : 'guest')}
      >
        <MonitorUp size={18} aria-hidden="true" />
      </button>
    </div>
  )
  return (
    <Suspense fallback={button}>
      {isLoggedIn ? <MirrorBadge startsOpen={asker === 'user'} /> : asker === 'guest' ? <GuestMirrorMenu /> : button}
    </Suspense>
  )
}
