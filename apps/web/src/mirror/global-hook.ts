import type { MirrorMode } from '@aerie/wire/workspace/mirror'
import { setLeader, setMode } from './mirror-runtime.ts'
import { useMirror } from './mirror-store.ts'
import { CHANNELS, useViewState } from './views/view-state.ts'

/** What outside code sees of the mirror; docs/user/mirror.md. */
export type MirrorReport = {
  readonly version: 1
  readonly role: 'off' | 'starting' | 'leader' | 'follower'
  readonly mode: MirrorMode
  readonly isDetached: boolean
  readonly windows: number
  readonly channels: ReadonlyArray<{
    readonly channel: number
    readonly symbol: string
    readonly label: string
    readonly interval: string
    readonly hours: number
    readonly range: { readonly from: number; readonly until: number } | null
  }>
}

/** `window.aerieMirror`: lets outside code set leader and mode, and see where the mirror stands. */
export type AerieMirror = {
  /** True: this window leads from now on. False: another one does; the last window leads whatever is said. */
  readonly setLeader: (isLeader: boolean) => void
  /** For all windows of this browser. @throws TypeError for any other text */
  readonly setMode: (mode: MirrorMode) => void
  readonly getState: () => MirrorReport
  /** Hears each change. @returns how to stop */
  readonly subscribe: (listener: (report: MirrorReport) => void) => () => void
}

declare global {
  interface Window {
    aerieMirror?: AerieMirror
  }
}

const MODES: readonly string[] = ['ALL', 'SELECTION', 'OFF']

function report(): MirrorReport {
  const { state, detached } = useMirror.getState()
  const { channels } = useViewState.getState()
  return {
    version: 1,
    role: state?.role ?? 'off',
    mode: state?.mode ?? 'ALL',
    isDetached: detached.size > 0,
    windows: 1 + (state?.others.length ?? 0),
    channels: CHANNELS.map((channel) => {
      const { instrument, interval, hours, range } = channels[channel]
      return { channel, ...instrument, interval, hours, range }
    }),
  }
}

/** Puts the hook on the window, once. */
export function exposeGlobal(): void {
  window.aerieMirror ??= {
    setLeader: (isLeader) => setLeader(isLeader === true),
    setMode: (mode) => {
      if (!MODES.includes(mode)) throw new TypeError(`aerieMirror.setMode takes ${MODES.join(', ')}`)
      setMode(mode)
    },
    getState: report,
    subscribe: (listener) => {
      const tell = (): void => listener(report())
      const stops = [useMirror.subscribe(tell), useViewState.subscribe(tell)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
