import { broadcastBus } from '@aerie/mirror/bus'
import type { Locks } from '@aerie/mirror/election'
import { restoreSession } from '@aerie/mirror/memory'
import { MirrorSession } from '@aerie/mirror/mirror-session'
import { once } from '@aerie/runtime/once'
import { MIRROR_CHANNEL, type MirrorMode } from '@aerie/wire/workspace/mirror'
import { newUuid } from '../browser/new-uuid.ts'
import { webLocks } from '../browser/web-locks.ts'
import { followLogout, useSession } from '../session/session.ts'
import { readStored, writeStored } from '../storage/storage.ts'
import { notify } from '../toasts/toast.ts'
import { forgetLayouts } from './layout-link.ts'
import { followRelaySwitch, type MirrorRefusal, useMirror } from './mirror-store.ts'
import type { RelayLink } from './relay-link.ts'
import { resetView } from './views/view-state.ts'
import { WindowView } from './views/window-view.ts'
import { userTag, windowIdentity, windowRole } from './windows/window-identity.ts'

const store = { read: readStored, write: writeStored }

type Running = { readonly session: MirrorSession; readonly view: WindowView; readonly browser: string; readonly stop: () => void }

export const { startMirror, takeLead, setLeader, setMode, detach, rejoin } = createMirror()

function createMirror() {
  let running: Running | undefined
  let relay: RelayLink | undefined
  let isRelayOpening = false
  let wantsLease = false
  let starting: Promise<void> | undefined
  let lastUser: string | undefined

  /** Idempotent. Continues across logins. */
  const startMirror = once((): void => {
    useSession.subscribe((now, before) => {
      if (now.phase === 'leaving' && now.token === null) leave()
      else if (now.user?.user_id !== before.user?.user_id) restart()
    })
    addEventListener('pagehide', stop)
    // Restored from the back/forward cache: the other windows were notified that this one had left.
    addEventListener('pageshow', ({ persisted }) => persisted && restart())
    document.addEventListener('fullscreenchange', reportFullscreen)
    followRelaySwitch(tendRelay)
    restart()
  })

  const reportFullscreen = (): void => running?.session.describe({ isFullscreen: document.fullscreenElement !== null })

  function stop(): void {
    closeRelay()
    running?.stop()
    running = undefined
    useMirror.setState({ state: null, detached: new Set() })
  }

  function leave(): void {
    running?.session.emitLogout()
    stop()
  }

  function restart(): void {
    stop()
    const userId = useSession.getState().user?.user_id
    if (userId === undefined || useSession.getState().token === null) return
    if (lastUser !== undefined && lastUser !== userId) {
      forgetLayouts()
      resetView()
    }
    lastUser = userId
    const locks = webLocks()
    const refusal = refusalHere(locks)
    useMirror.setState({ refusal })
    if (refusal !== null || locks === undefined) return
    starting = (starting ?? Promise.resolve()).then(() => join(userId, locks)).catch((error: unknown) => reportError(error))
  }

  async function join(userId: string, locks: Locks): Promise<void> {
    const [user, id] = await Promise.all([userTag(userId), windowIdentity(locks)])
    const isStillHere = useSession.getState().user?.user_id === userId && running === undefined
    const bus = isStillHere ? broadcastBus(MIRROR_CHANNEL) : null
    if (bus === null) return useMirror.setState({ refusal: isStillHere ? 'no-channel' : null })
    const view = new WindowView()
    const browser = restoreSession(store, newUuid)
    const session = new MirrorSession({
      bus,
      locks,
      store,
      clock: { now: Date.now, after },
      user,
      session: browser,
      from: newUuid(),
      window: { id, place: windowRole(), openedAt: Date.now(), isFullscreen: document.fullscreenElement !== null, isDetached: false },
      on: {
        shared: (shared, change) => view.show(shared, change),
        fragment: (fragment) => view.showFragment(fragment),
        logout: followLogout,
        state: () => reportState(),
        lead: () => view.lead(),
        published: (body) => relay?.published(body),
        error: (error) => reportError(error),
      },
    })
    view.join(session)
    running = {
      session,
      view,
      browser,
      stop: () => {
        view.close()
        session.close()
      },
    }
    reportState()
  }

  function reportState(): void {
    if (running === undefined) return
    const state = running.session.state()
    useMirror.setState({ state })
    tendRelay()
    if (state.faults.version > 0) warnOtherVersion()
  }

  /** Only the leader of this browser connects to other machines, while that is enabled. */
  function tendRelay(): void {
    const isWanted = (): boolean => running?.session.isLeader === true && useMirror.getState().relay.isOn
    if (!isWanted()) closeRelay()
    if (!isWanted() || relay !== undefined || isRelayOpening) return
    isRelayOpening = true
    import('./relay-link.ts')
      .then(({ openRelay }) => {
        if (running !== undefined && isWanted()) relay = openRelay({ ...running, wantsLead: takeWish })
      }, reportError)
      .finally(() => {
        isRelayOpening = false
      })
  }

  const takeWish = (): boolean => {
    const wish = wantsLease
    wantsLease = false
    return wish
  }

  function closeRelay(): void {
    relay?.close()
    relay = undefined
  }

  function takeLead(): void {
    running?.view.wish()
    wantsLease = useMirror.getState().relay.isOn
    if (running?.session.isLeader === true) running.view.lead()
    else running?.session.lead()
    if (relay === undefined) return
    relay.lead()
    wantsLease = false
  }

  /** Same as the global hook: the only window leads regardless. */
  function setLeader(isLeader: boolean): void {
    if (isLeader) takeLead()
    else running?.session.resign()
  }

  const setMode = (mode: MirrorMode): void => running?.session.setMode(mode)

  const detach = (): void => running?.view.detach('all')

  const rejoin = (): void => running?.view.rejoin()

  return { startMirror, takeLead, setLeader, setMode, detach, rejoin }
}

const refusalHere = (locks: Locks | undefined): MirrorRefusal | null => {
  if (locks === undefined || typeof crypto.subtle === 'undefined') return 'no-locks'
  return typeof BroadcastChannel === 'undefined' ? 'no-channel' : null
}

const after = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

const warnOtherVersion = once((): void =>
  notify('warning', 'Another window runs a different version of Aerie and is not mirrored. Reload all windows.'),
)
