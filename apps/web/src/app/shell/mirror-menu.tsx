import { AppWindow, MonitorUp } from 'lucide-react'
import { iconButtonStyle } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { openMirror } from '../mirror-windows.ts'
import { keysText } from '../shortcut-keys.ts'

/** Opens the follower windows; only where there is room for more than one window. */
export const MirrorMenu = () => (
  <span className="hidden lg:inline-flex">
    <Menu
      label="Mirror"
      items={[
        {
          id: 'mirror-1',
          label: 'Open Mirror Window',
          icon: <AppWindow size={16} />,
          keys: keysText('mod+shift+m'),
          onSelect: () => openMirror(1),
        },
        { id: 'mirror-2', label: 'Open Mirror 2', icon: <AppWindow size={16} />, onSelect: () => openMirror(2) },
      ]}
      trigger={(props) => (
        <button type="button" {...props} aria-label="Mirror" title="Mirror" className={iconButtonStyle}>
          <MonitorUp size={18} aria-hidden="true" />
        </button>
      )}
    />
  </span>
)
