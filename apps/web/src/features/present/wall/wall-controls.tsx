import { PRESENT_SCENES } from '@aerie/wire/market/present'
import { ChevronLeft, ChevronRight, LogOut, Maximize, Pause, Play, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { canFullscreen } from '../../../ui/fullscreen.ts'
import type { WallAction } from '../input/wall-keys.ts'
import type { Rotation } from './rotation.ts'
import { SCENE_WORDS } from './steps.ts'

type WallControlsProps = {
  readonly rotation: Pick<Rotation, 'isHeld' | 'step'>
  /** Scenes of the round: the others cannot be shown. */
  readonly scenes: readonly string[]
  readonly isShown: boolean
  readonly onAction: (action: WallAction) => void
}

/** Everything the keys do, for hand and eye. Out of sight while nobody is at the wall, never out of the keyboard's reach. */
export const WallControls = ({ rotation: { isHeld, step }, scenes, isShown, onAction }: WallControlsProps) => (
  <div role="toolbar" aria-label="Wallboard" className="wall-controls" data-shown={isShown || isHeld || undefined}>
    <Control label="Back" keys="←" onClick={() => onAction({ kind: 'back' })}>
      <ChevronLeft aria-hidden="true" />
    </Control>
    <Control label={isHeld ? 'Resume' : 'Pause'} keys="Space" onClick={() => onAction({ kind: 'hold' })}>
      {isHeld ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
    </Control>
    <Control label="Next" keys="→" onClick={() => onAction({ kind: 'next' })}>
      <ChevronRight aria-hidden="true" />
    </Control>
    {PRESENT_SCENES.map(
      (scene, index) =>
        scenes.includes(scene) && (
          <button
            key={scene}
            type="button"
            aria-pressed={scene === step.scene}
            title={`${SCENE_WORDS[scene]} (${index + 1})`}
            onClick={() => onAction({ kind: 'scene', scene })}
          >
            {SCENE_WORDS[scene]}
          </button>
        ),
    )}
    <Control label="Settings" keys="S" onClick={() => onAction({ kind: 'settings' })}>
      <Settings aria-hidden="true" />
    </Control>
    {canFullscreen() && (
      <Control label="Fullscreen" keys="F" onClick={() => onAction({ kind: 'fullscreen' })}>
        <Maximize aria-hidden="true" />
      </Control>
    )}
    <Control label="Exit" keys="Esc" onClick={() => onAction({ kind: 'leave' })}>
      <LogOut aria-hidden="true" />
    </Control>
  </div>
)

type ControlProps = {
  readonly label: string
  readonly keys: string
  readonly onClick: () => void
  readonly children: ReactNode
}

const Control = ({ label, keys, onClick, children }: ControlProps) => (
  <button type="button" aria-label={label} title={`${label} (${keys})`} className="wall-control-icon" onClick={onClick}>
    {children}
  </button>
)
