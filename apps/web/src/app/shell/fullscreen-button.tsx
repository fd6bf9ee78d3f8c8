import { Maximize, Minimize } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useKeyHint } from '../../commands/shell-keys.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { canFullscreen, toggleFullscreen } from '../../ui/fullscreen.ts'

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Enters and leaves fullscreen. */
export function FullscreenButton() {
  const isFull = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  )
  const isPossible = useSyncExternalStore(subscribe, canFullscreen, () => true)
  const keyHint = useKeyHint('fullscreen')
  if (!isPossible) return null
  const Icon = isFull ? Minimize : Maximize
  return (
    <span className="hidden lg:inline-flex">
      <IconButton label={isFull ? 'Exit fullscreen' : 'Fullscreen'} {...keyHint} aria-pressed={isFull} onClick={toggleFullscreen}>
        <Icon size={18} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
