import { MIRROR_MODES } from '@aerie/wire/workspace/mirror'
import { AppWindow, Crown, Link2, Link2Off, MonitorSmartphone, MonitorUp, ScreenShare } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { type Action, registerActions } from '../platform/commands/action.ts'
import { useKeyHint } from '../platform/commands/shell-keys.ts'
import { exposeGlobal } from '../platform/mirror/global-hook.ts'
import { detach, rejoin, setMode, startMirror, takeLead } from '../platform/mirror/mirror-runtime.ts'
import { mirrorStatusText, ROLE_GLYPHS, type Role, screensOf } from '../platform/mirror/mirror-screens.ts'
import { isMirroring, type MirrorView, setRelay, useMirror } from '../platform/mirror/mirror-store.ts'
import { followAddress } from '../platform/mirror/views/address-view.ts'
import { isMirrorWindow } from '../platform/mirror/windows/is-mirror-window.ts'
import { openMirror, restoreScreens } from '../platform/mirror/windows/open-windows.ts'
import { rememberBounds } from '../platform/mirror/windows/window-bounds.ts'
import { MOVED } from '../platform/navigation/navigation.ts'
import { iconButtonStyle } from '../ui/controls/button.tsx'
import { cx } from '../ui/cx.ts'
import { Menu, type MenuItem } from '../ui/overlays/menu.tsx'

const TONES: Readonly<Record<Role, string>> = {
  leader: 'border-accent text-accent-text',
  follower: 'border-line-strong text-info',
  detached: 'border-line-strong text-warning',
  off: 'border-line text-ink-3',
}

/** Starts the mirror of this window. @param startsOpen the menu was opened before this module was loaded */
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
  // The router does not report the initial address.
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
              title={mirrorStatusText(view)}
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

function Heading({ view }: { readonly view: MirrorView }) {
  const screens = view.state === null || !isMirroring(view) ? [] : screensOf(view.state, view.relay.isHolder)
  return (
    <div className="max-w-80 border-line border-b px-3 pt-1 pb-2 text-12 text-ink-2">
      <p>{mirrorStatusText(view)}</p>
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

/** `m` plus a letter, for frequent actions. */
const KEYS: Readonly<Record<string, string>> = { restore: 'm s', lead: 'm l', detach: 'm d', rejoin: 'm r' }
/** Always present in the action table. */
const IN_TABLE = ['mirror-1', 'mirror-2']

const useMirrorActions = (view: MirrorView): void =>
  useEffect(() => registerActions('mirror', mirrorItems(view, undefined).flatMap(asAction)), [view])

function asAction({ id, label, onSelect, isChosen }: MenuItem): readonly Action[] {
  if (onSelect === undefined || isChosen === true || IN_TABLE.includes(id)) return []
  const keys = KEYS[id]
  return [
    {
      id: `mirror ${id}`,
      title: label.startsWith('Mirror') ? label : `Mirror: ${label}`,
      group: 'Windows',
      keywords: 'mirror screen window follow',
      ...(keys === undefined ? {} : { keys }),
      run: onSelect,
    },
  ]
}

export const mirrorItems = (view: MirrorView, keys: string | undefined): readonly MenuItem[] => [
  ...windowItems(keys),
  ...roleItems(view),
  ...modeItems(view),
]

const windowItems = (keys: string | undefined): readonly MenuItem[] =>
  isMirrorWindow()
    ? []
    : [
        {
          id: 'mirror-1',
          label: 'Open Mirror Window',
          icon: <AppWindow size={16} />,
          keys,
          onSelect: () => openMirror(1),
        },
        { id: 'mirror-2', label: 'Open Mirror 2', icon: <AppWindow size={16} />, onSelect: () => openMirror(2) },
        {
          id: 'restore',
          label: 'Restore all screens',
          icon: <ScreenShare size={16} />,
          onSelect: () => void restoreScreens().catch(reportError),
        },
      ]

function roleItems(view: MirrorView): readonly MenuItem[] {
  const { state, detached, relay } = view
  if (state === null || state.mode === 'OFF' || !isMirroring(view)) return []
  const isLeader = state.role === 'leader' && relay.isHolder
  if (isLeader) return []
  const lead: MenuItem = {
    id: 'lead',
    label: 'Make this window the leader',
    icon: <Crown size={16} />,
    startsGroup: true,
    onSelect: takeLead,
  }
  const way: MenuItem =
    detached.size > 0
      ? { id: 'rejoin', label: 'Rejoin', icon: <Link2 size={16} />, onSelect: rejoin }
      : { id: 'detach', label: 'Detach this window', icon: <Link2Off size={16} />, onSelect: detach }
  return [lead, way]
}

function modeItems({ state, relay }: MirrorView): readonly MenuItem[] {
  if (state === null) return []
  return [
    ...MIRROR_MODES.map((mode, index) => ({
      id: `mode-${mode}`,
      label: modes[mode],
      startsGroup: index === 0,
      isChosen: state.mode === mode,
      onSelect: () => setMode(mode),
    })),
    {
      id: 'machines',
      label: relay.isOn ? 'Stop mirroring across machines' : 'Mirror across my machines',
      icon: <MonitorSmartphone size={16} />,
      startsGroup: true,
      onSelect: () => setRelay(!relay.isOn),
    },
  ]
}

const modes = { ALL: 'Mirror everything', SELECTION: 'Mirror coin and timeframe only', OFF: 'Mirror nothing' }
