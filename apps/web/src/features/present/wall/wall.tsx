import type { Present } from '@aerie/wire/market/present'
import { useMemo, useState } from 'react'
import type { UserDocument } from '../../../documents/use-document.ts'
import { useBoard } from '../../../live/market/board.ts'
import { useViewState } from '../../../mirror/views/view-state.ts'
import { cx } from '../../../ui/cx.ts'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { useWallAct } from '../input/use-wall-act.ts'
import { useWallInput } from '../input/use-wall-input.ts'
import { useChartCode } from '../scenes/chart-part.ts'
import { Scene } from '../scenes/scene.tsx'
import { TickerTape } from '../scenes/ticker-tape.tsx'
import { usePresence } from '../use-presence.ts'
import { useWakeLock } from '../wake-lock.ts'
import { useRotation } from './rotation.ts'
import { SCENE_WORDS, type Step, stepKey, stepsOf } from './steps.ts'
import { WallControls } from './wall-controls.tsx'
import { WallHead } from './wall-head.tsx'
import { WallProgress } from './wall-progress.tsx'
import { WallSettings } from './wall-settings.tsx'
import { SPAN_WORDS } from './wall-words.ts'

type WallProps = { readonly document: UserDocument<'present'>; readonly settings: Present }

/** The market on a large screen, going round by itself. */
export function Wall({ document, settings }: WallProps) {
  const view = useViewState(({ channels }) => channels[1])
  const board = useBoard()
  const [isSetting, setSetting] = useState(false)
  const { symbol } = view.instrument
  useChartCode()
  const steps = useMemo(() => stepsOf(settings, symbol), [settings, symbol])
  const rotation = useRotation(steps, { seconds: settings.seconds, isCovered: isSetting })
  const isHere = usePresence()
  const wakeLock = useWakeLock()
  const act = useWallAct(rotation, () => setSetting(true))
  const touch = useWallInput(act)
  const { step, index, isHeld, turn } = rotation
  const coins = board.kind === 'ready' ? board.coins : []
  return (
    <div className={cx('wall', !isHere && !isSetting && 'wall-unattended')} data-held={isHeld || undefined} {...touch}>
      <WallHead title={titleOf(step, settings)} />
      <section key={stepKey(step)} aria-label={SCENE_WORDS[step.scene]} className="wall-scene">
        {/* A scene that fails leaves source, age and tape on the wall, and the round goes on. */}
        <ErrorBoundary>
          <Scene step={step} board={board} settings={settings} view={view} />
        </ErrorBoundary>
      </section>
      <WallProgress {...{ index, turn, isHeld }} count={steps.length} seconds={settings.seconds} isStopped={isHeld || isSetting} />
      <TickerTape symbols={coins.slice(0, settings.coins).map((coin) => coin.symbol)} isHeld={isHeld} />
      <WallControls rotation={rotation} scenes={settings.scenes} isShown={isHere} onAction={act} />
      <p role="status" className="sr-only">
        {isHeld ? 'Paused' : ''}
      </p>
      {isSetting && <WallSettings {...{ document, settings, coins, wakeLock }} onClose={() => setSetting(false)} />}
    </div>
  )
}

function titleOf(step: Step, { basis }: Present): string {
  switch (step.scene) {
    case 'map':
      return market(SPAN_WORDS[basis])
    case 'movers':
      return movers(SPAN_WORDS[step.span])
    default:
      return SCENE_WORDS[step.scene]
  }
}

const market = (text: string) => `Market, ${text}`

const movers = (text: string) => `Movers, ${text}`
