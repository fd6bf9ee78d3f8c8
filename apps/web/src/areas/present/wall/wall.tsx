import { PRESENT_SCENES, type Present } from '@aerie/wire/market/present'
import { ChevronLeft, ChevronRight, LogOut, Maximize, Pause, Play, Settings } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { UserDocument } from '../../../platform/documents/use-document.ts'
import { dateText, secondText, utcText } from '../../../platform/format/market-text.ts'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { useBoard } from '../../../platform/live/market/board.ts'
import { ageMs, type MarketBadge, useMarketClock, useMarketState, useMarketStatus } from '../../../platform/live/market/market-status.ts'
import { useViewState } from '../../../platform/mirror/views/view-state.ts'
import { cx } from '../../../ui/cx.ts'
import { canFullscreen, toggleFullscreen } from '../../../ui/fullscreen.ts'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { useWallInput, type WallAction } from '../input/use-wall-input.ts'
import { spanLabels } from '../messages.ts'
import { useChartCode } from '../scenes/chart-part.ts'
import { Scene } from '../scenes/scene.tsx'
import { TickerTape } from '../scenes/ticker-tape.tsx'
import { useWakeLock } from '../wake-lock.ts'
import { type Rotation, useRotation } from './rotation.ts'
import { SCENE_LABELS, type Step, stepKey, stepsOf } from './steps.ts'
import { WallSettings } from './wall-settings.tsx'

type WallProps = { readonly document: UserDocument<'present'>; readonly settings: Present }

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
  const act = useWallActions(rotation, () => setSetting(true))
  const touch = useWallInput(act)
  const { step, index, isHeld, turn } = rotation
  const coins = board.kind === 'ready' ? board.coins : []
  return (
    <div className={cx('wall', !isHere && !isSetting && 'wall-unattended')} data-held={isHeld || undefined} {...touch}>
      <WallHead title={titleOf(step, settings)} />
      <section key={stepKey(step)} aria-label={SCENE_LABELS[step.scene]} className="wall-scene">
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
      return market(spanLabels[basis])
    case 'movers':
      return movers(spanLabels[step.span])
    default:
      return SCENE_LABELS[step.scene]
  }
}

const market = (text: string) => `Market, ${text}`

const movers = (text: string) => `Movers, ${text}`

type WallProgressProps = {
  readonly index: number
  readonly count: number
  readonly turn: number
  readonly seconds: number
  readonly isHeld: boolean
  readonly isStopped: boolean
}

const WallProgress = ({ index, count, turn, seconds, isHeld, isStopped }: WallProgressProps) => (
  <div
    role="progressbar"
    aria-label="Scene"
    aria-valuemin={1}
    aria-valuemax={count}
    aria-valuenow={index + 1}
    aria-valuetext={`${index + 1} of ${count}${isHeld ? ', paused' : ''}`}
    className="wall-progress"
  >
    {Array.from({ length: count }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: scenes are identified by position
      <i key={place} data-done={place < index || undefined} data-now={place === index || undefined}>
        {place === index && (
          <i key={turn} className="wall-progress-fill" style={{ animationDuration: `${seconds}s` }} data-stopped={isStopped || undefined} />
        )}
      </i>
    ))}
  </div>
)

/** Always visible: title, market clock, and the source and age of the prices. */
function WallHead({ title }: { readonly title: string }) {
  const market = useMarketStatus()
  // Updates every second: age grows without messages.
  const now = useMarketClock()
  const speed = useMarketState((state) => state.clock?.speed ?? 1)
  return (
    <header className="wall-head">
      <h1>{title}</h1>
      <p className="wall-clock num">
        {now !== null && (
          <time translate="no" dateTime={new Date(now).toISOString()} title={utcText(now)}>
            {(market?.source === 'replay' || speed !== 1) && <span className="wall-note">{dateText(now)} </span>}
            {secondText(now)}
          </time>
        )}
      </p>
      <p className="wall-badge" data-badge={market?.badge ?? 'CONNECTING'} title={market?.detail}>
        <b>{market?.badge ?? 'CONNECTING'}</b>
        <span className="wall-note num">{market === null ? 'no price yet' : newestText(market)}</span>
      </p>
      <Alarm market={market} />
    </header>
  )
}

function newestText({ newestTick }: MarketBadge): string {
  if (newestTick === null) return 'no price yet'
  const age = ageMs(newestTick)
  return age === null ? 'age not known' : `${ageText(age)} old`
}

function Alarm({ market }: { readonly market: MarketBadge | null }) {
  if (market === null || market.badge !== 'STALE') return <p role="status" className="sr-only" />
  return (
    <p role="status" className="wall-alarm">
      <b>STALE PRICES.</b> {market.detail}
    </p>
  )
}

type WallControlsProps = {
  readonly rotation: Pick<Rotation, 'isHeld' | 'step'>
  readonly scenes: readonly string[]
  readonly isShown: boolean
  readonly onAction: (action: WallAction) => void
}

/** Hidden while nobody is present, but always reachable by keyboard. */
const WallControls = ({ rotation: { isHeld, step }, scenes, isShown, onAction }: WallControlsProps) => (
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
            title={`${SCENE_LABELS[scene]} (${index + 1})`}
            onClick={() => onAction({ kind: 'scene', scene })}
          >
            {SCENE_LABELS[scene]}
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
  <button type="button" aria-label={label} title={`${label} (${keys})`} onClick={onClick}>
    {children}
  </button>
)

/** Leaving returns to the previous page, or home if there is none. */
function useWallActions({ toggleHold, skip, show }: Rotation, openSettings: () => void): (action: WallAction) => void {
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

const AWAY_AFTER_MS = 4_000

function usePresence(): boolean {
  const [isHere, setHere] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const notice = () => {
      setHere(true)
      clearTimeout(timer)
      timer = setTimeout(() => setHere(false), AWAY_AFTER_MS)
    }
    notice()
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) addEventListener(event, notice, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, notice)
    }
  }, [])
  return isHere
}
