import { MIRROR_MODES } from '@aerie/wire/workspace/mirror'
import { AppWindow, Crown, Link2, Link2Off, MonitorSmartphone, ScreenShare } from 'lucide-react'
import { detach, rejoin, setMode, takeLead } from '../../mirror/mirror-runtime.ts'
import { isMirroring, type MirrorView } from '../../mirror/mirror-store.ts'
import { setRelay } from '../../mirror/relay-switch.ts'
import { isMirrorWindow } from '../../mirror/windows/is-mirror-window.ts'
import { openMirror, restoreScreens } from '../../mirror/windows/open-windows.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'

/** What can be done about the mirror, in this window and now. */
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
