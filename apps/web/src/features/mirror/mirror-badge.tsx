import { MonitorUp } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useKeyHint } from '../../commands/shell-keys.ts'
import { exposeGlobal } from '../../mirror/global-hook.ts'
import { startMirror } from '../../mirror/mirror-runtime.ts'
import { ROLE_GLYPHS, type Role, screensOf, standingWords } from '../../mirror/mirror-screens.ts'
import { isMirroring, type MirrorView, useMirror } from '../../mirror/mirror-store.ts'
import { followAddress } from '../../mirror/views/address-view.ts'
import { rememberBounds } from '../../mirror/windows/window-bounds.ts'
import { MOVED } from '../../navigation/navigation.ts'
import { iconButtonStyle } from '../../ui/controls/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useMirrorActions } from './mirror-actions.ts'
import { mirrorItems } from './mirror-items.tsx'

const TONES: Readonly<Record<Role, string>> = {
  leader: 'border-accent text-accent-text',
  follower: 'border-line-strong text-info',
  detached: 'border-line-strong text-warning',
  off: 'border-line text-ink-3',
}

/**
 * Which screen this is and whether it leads, with all there is to do about it. Starts the mirror of this window.
 *
 * @param startsOpen its menu was asked for before it was loaded
 */
export function MirrorBadge({ startsOpen }: { readonly startsOpen: boolean }) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    startMirror()
    exposeGlobal()
    return rememberBounds()
  }, [])
  useEffect(() => {
    const follow = () => followAddress(location.pathname, location.search)
    addEventListener(MOVED, follow)
    return () => removeEventListener(MOVED, follow)
  }, [])
  // What the router did not tell of: the address of the beginning.
  useEffect(() => followAddress(pathname, search), [pathname, search])
  const view = useMirror()
  useMirrorActions(view)
  const { hint } = useKeyHint('mirror')
  const own = ownScreen(view)
  return (
    <div className={cx(own === null && 'hidden lg:inline-flex')}>
      <Menu
        label="Mirror"
        startsOpen={startsOpen}
        heading={<Heading view={view} />}
        items={mirrorItems(view, hint)}
        trigger={(props) =>
          own === null ? (
            <button type="button" {...props} aria-label="Mirror" title="Mirror" className={iconButtonStyle}>
              <MonitorUp size={18} aria-hidden="true" />
            </button>
          ) : (
            <button
              type="button"
              {...props}
              aria-label={badge(own.number, roles[own.role])}
              title={standingWords(view)}
              data-role={own.role}
              className={cx(
                'inline-flex min-h-7 shrink-0 items-center gap-1.5 rounded-full border px-2 font-semibold text-11 tracking-wide hover:bg-surface-3 aria-expanded:bg-surface-3 pointer-coarse:min-h-11',
                TONES[own.role],
              )}
            >
              <span className="num">{own.number}</span>
              <span aria-hidden="true">{ROLE_GLYPHS[own.role]}</span>
              <span className="max-sm:sr-only">{roles[own.role]}</span>
            </button>
          )
        }
      />
      <span role="status" className="sr-only">
        {own === null ? '' : screenText(own.number, roles[own.role])}
      </span>
    </div>
  )
}

const ownScreen = (view: MirrorView) =>
  view.state === null || !isMirroring(view) ? null : (screensOf(view.state, view.relay.isHolder).find(({ isOwn }) => isOwn) ?? null)

/** Who is there, above the items. */
function Heading({ view }: { readonly view: MirrorView }) {
  const screens = view.state === null || !isMirroring(view) ? [] : screensOf(view.state, view.relay.isHolder)
  return (
    <div className="max-w-80 border-line border-b px-3 pt-1 pb-2 text-12 text-ink-2">
      <p>{standingWords(view)}</p>
      {screens.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-0.5">
          {screens.map(({ from, number, role, isOwn, isFullscreen }) => (
            <li key={from} className={cx('num flex gap-2', isOwn && 'font-semibold text-ink-1')}>
              <span className="w-4 text-right">{number}</span>
              <span aria-hidden="true">{ROLE_GLYPHS[role]}</span>
              <span>
                {roles[role]}
                {isFullscreen && ', fullscreen'}
                {isOwn && ' (this window)'}
              </span>
            </li>
          ))}
        </ul>
      )}
      {view.relay.isOn && (
        <p className="mt-1.5">
          {view.relay.link === 'on' ? `Across machines: ${view.relay.machines} joined.` : 'Across machines: connecting to the server.'}
        </p>
      )}
    </div>
  )
}

const roles = { leader: 'Leader', follower: 'Follower', detached: 'Detached', off: 'Not mirrored' }

const badge = (screen: number, role: string) => `Mirror: screen ${screen} ${role}`

const screenText = (screen: number, role: string) => `Screen ${screen}: ${role}`
