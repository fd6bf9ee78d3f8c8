import './replay-bar.css'
import type { ReplayCommand, ReplayView } from '@aerie/wire/market/replay'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Pause, Play, StepForward } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { useMarketState } from '../../../live/market/market-status.ts'
import { controlReplay, replayQuery } from '../../../market-views/market/replay-query.ts'
import { useIsLoggedIn } from '../../../session/session.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { useRootFlag } from '../../../ui/hooks/use-root-flag.ts'
import { notify } from '../../../ui/states/toast.ts'
import { ReplayJump } from './replay-jump.tsx'

const SCREENS = ['/claw/trade', '/currencies']
const SPEEDS = [1, 5, 10, 60, 300, 900, 3600]
const STEP_WORDS = new Map([
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
])

/** Pause, step, speed and date of a replay, where one trades it, for those whom the operator lets drive it. */
export function ReplayBar() {
  const { pathname } = useLocation()
  const isLoggedIn = useIsLoggedIn()
  const replay = useMarketState(({ status }) => status?.replay)
  const speed = useMarketState(({ status }) => status?.speed ?? 0)
  const isHere = isLoggedIn && SCREENS.some((screen) => pathname === screen || pathname.startsWith(`${screen}/`))
  const { data: view } = useQuery(
    { ...replayQuery({ run: 0, state: '', ...replay, speed }), enabled: isHere && replay !== undefined },
    queryClient,
  )
  return isHere && replay !== undefined && view?.controls === 'users' ? <Controls view={view} state={replay.state} /> : null
}

type ControlsProps = { readonly view: ReplayView; readonly state: 'starting' | ReplayView['state'] }

function Controls({ view, state }: ControlsProps) {
  const [isJumping, setJumping] = useState(false)
  useRootFlag('replayBar')
  const send = useSend()
  const isPlaying = state === 'playing'
  const cannot = state === 'ended' || state === 'starting'
  const press = (command: ReplayCommand) => () => {
    if (!cannot) void send(command)
  }
  return (
    <fieldset className="replay-bar">
      <legend className="sr-only">Replay</legend>
      <IconButton
        label={isPlaying ? 'Pause the replay' : 'Play the replay'}
        aria-disabled={cannot}
        onClick={press({ action: isPlaying ? 'pause' : 'play' })}
      >
        {isPlaying ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
      </IconButton>
      <IconButton label={`Next ${STEP_WORDS.get(view.step_ms) ?? 'candle'}`} aria-disabled={cannot} onClick={press({ action: 'step' })}>
        <StepForward size={16} aria-hidden="true" />
      </IconButton>
      <select
        aria-label="Replay speed"
        className="num"
        value={view.speed}
        onChange={(event) => void send({ action: 'speed', speed: Number(event.target.value) })}
      >
        {[...new Set([...SPEEDS, view.speed])]
          .sort((a, b) => a - b)
          .map((speed) => (
            <option key={speed} value={speed}>
              {speed}x
            </option>
          ))}
      </select>
      <IconButton label="Go to a date" aria-haspopup="dialog" onClick={() => setJumping(true)}>
        <CalendarClock size={16} aria-hidden="true" />
      </IconButton>
      <span role="status" className="sr-only">
        {state === 'paused' ? 'The replay is paused.' : ''}
      </span>
      {isJumping && <ReplayJump view={view} onJump={(to) => send({ action: 'jump', to })} onClose={() => setJumping(false)} />}
    </fieldset>
  )
}

/** Sends one command at a time: a button that is pressed meanwhile is left out, a speed or a date waits. Tells whether it was done. */
function useSend(): (command: ReplayCommand) => Promise<boolean> {
  const running = useRef<Promise<boolean> | null>(null)
  const send = async (command: ReplayCommand): Promise<boolean> => {
    try {
      const answer = await controlReplay(command)
      queryClient.setQueriesData({ queryKey: ['replay'] }, answer)
      return true
    } catch (error) {
      notify('error', errorText(error))
      return false
    }
  }
  return (command) => {
    const earlier = running.current
    if (earlier !== null && (command.action === 'play' || command.action === 'pause' || command.action === 'step'))
      return Promise.resolve(false)
    const own = (earlier ?? Promise.resolve()).then(() => send(command))
    running.current = own
    return own.finally(() => {
      if (running.current === own) running.current = null
    })
  }
}
