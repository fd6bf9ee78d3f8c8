import { AppWindow, MonitorUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useKeyHint } from '../../../platform/commands/shell-keys.ts'
import { openMirror } from '../../../platform/mirror/windows/mirror-windows.ts'
import { iconButtonStyle } from '../../../ui/controls/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'

export function GuestMirrorMenu() {
  const { hint } = useKeyHint('mirror')
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.querySelector('button')?.click(), [])
  return (
    <div ref={root} className="hidden lg:inline-flex">
      <Menu
        label="Mirror"
        items={[
          { id: 'mirror-1', label: 'Open Mirror Window', icon: <AppWindow size={16} />, keys: hint, onSelect: () => openMirror(1) },
          { id: 'mirror-2', label: 'Open Mirror 2', icon: <AppWindow size={16} />, onSelect: () => openMirror(2) },
        ]}
        trigger={(props) => (
          <button type="button" {...props} aria-label="Mirror" title="Mirror" className={iconButtonStyle}>
            <MonitorUp size={18} aria-hidden="true" />
          </button>
        )}
      />
    </div>
  )
}
