import { useLocation, useNavigate } from 'react-router'
import { toggleFullscreen } from '../../../ui/fullscreen.ts'
import type { Rotation } from '../wall/rotation.ts'
import type { WallAction } from './wall-keys.ts'

/** Leaving returns to the previous page, or home if there is none. */
export function useWallActions({ toggleHold, skip, show }: Rotation, openSettings: () => void): (action: WallAction) => void {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return (action) => {
    switch (action.kind) {
      case 'hold':
        return toggleHold()
      case 'next':
        return skip(1)
      case 'back':
        return skip(-1)
      case 'scene':
        return void show(action.scene)
      case 'settings':
        return openSettings()
      case 'fullscreen':
        return toggleFullscreen()
      case 'leave':
        if (document.fullscreenElement !== null) toggleFullscreen()
        return void (isFirst ? navigate('/') : navigate(-1))
    }
  }
}
