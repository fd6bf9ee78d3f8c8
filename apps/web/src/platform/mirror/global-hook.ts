import type { MirrorMode } from '@aerie/wire/workspace/mirror'
import { setLeader, setMode } from './mirror-runtime.ts'
import { useMirror } from './mirror-store.ts'
import { CHANNELS, useViewState } from './views/view-state.ts'

/** See docs/user/mirror.md. */
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

export type AerieMirror = {
  /** True: this window becomes the leader. False: it hands over the lead, unless it is the only window. */
  readonly setLeader: (isLeader: boolean) => void
  /** Applies to all windows of this browser. @throws TypeError for an unknown mode */
  readonly setMode: (mode: MirrorMode) => void
  readonly getState: () => MirrorReport
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

export function exposeGlobal(): void {
  window.aerieMirror ??= {
    setLeader: (isLeader) => setLeader(isLeader === true),
    setMode: (mode) => {
      if (!MODES.includes(mode)) throw new TypeError(`aerieMirror.setMode takes ${MODES.join(', ')}`)
      setMode(mode)
    },
    getState: report,
    subscribe: (listener) => {
      const emit = (): void => listener(report())
      const stops = [useMirror.subscribe(emit), useViewState.subscribe(emit)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
