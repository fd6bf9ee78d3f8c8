import { Select } from '../../../ui/controls/select.tsx'
import './replay-bar.css'
import type { ReplayCommand, ReplayView } from '@aerie/wire/market/replay'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Pause, Play, StepForward } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { controlReplay, replayQuery } from '../../../areas/market/index.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useMarketState } from '../../../platform/live/market/market-status.ts'
import { useIsLoggedIn } from '../../../platform/session/session.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useRootFlag } from '../../../ui/hooks/use-media.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

const SCREENS = ['/claw/trade', '/currencies']
const SPEEDS = [1, 5, 10, 60, 300, 900, 3600]
const STEP_LABELS = new Map([
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
])

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
      <IconButton label={`Next ${STEP_LABELS.get(view.step_ms) ?? 'candle'}`} aria-disabled={cannot} onClick={press({ action: 'step' })}>
        <StepForward size={16} aria-hidden="true" />
      </IconButton>
      <Select
        aria-label="Replay speed"
        className="num"
        value={view.speed}
        options={[...new Set([...SPEEDS, view.speed])].sort((a, b) => a - b).map((speed) => [speed, `${speed}x`])}
        onChange={(speed) => void send({ action: 'speed', speed })}
      />
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

/** Sends one command at a time: meanwhile a button press is dropped, a speed or date waits. Resolves to whether it succeeded. */
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

type ReplayJumpProps = {
  readonly view: ReplayView
  readonly onJump: (to: number) => Promise<boolean>
  readonly onClose: () => void
}

function ReplayJump({ view, onJump, onClose }: ReplayJumpProps) {
  const range = `${dateText(view.from)} to ${dateText(view.end)}`
  const isRecorded = (text: string): boolean => timeOf(text) >= view.from && timeOf(text) < view.end
  const form = useForm({
    schema: z.object({ date: z.string().check(z.refine(isRecorded, `Choose a moment from ${range}.`)) }),
    initial: { date: localText(view.market_time) },
    send: async ({ date }) => {
      if (await onJump(timeOf(date))) onClose()
    },
  })
  return (
    <Dialog
      title="Go to a date"
      description="This moves the market for everyone on this server. A paper account that has seen later prices must be reset before it trades again."
      onClose={onClose}
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <TextField
          {...form.field('date')}
          label="Date and time"
          type="datetime-local"
          min={localText(view.from)}
          max={localText(view.end)}
          hint={`Recorded: ${range}`}
          data-autofocus=""
        />
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Go to date
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })
const dateText = (ms: number): string => dateFormat.format(ms)

const timeOf = (text: string): number => new Date(text).getTime()

function localText(ms: number): string {
  const shifted = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
