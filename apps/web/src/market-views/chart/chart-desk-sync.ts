import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoff } from '@aerie/runtime/backoff'
import { type SavedChart, savedChart } from '@aerie/wire/charts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { notify } from '../../ui/toast.ts'
import type { ChartStore } from './chart-desk-kept.ts'
import { isSameSettings, mergeSettings } from './chart-desk-merge.ts'
import { type DeskStore, FIRST, settingsOf, showSettings } from './chart-desk-state.ts'

/** A change is sent this long after the last one. */
export const SAVE_AFTER_MS = 800
/** The first wait after a failure; each one more waits twice as long. */
export const RETRY_MS = 5 * SECOND_MS
const RETRY = { baseMs: RETRY_MS, capMs: 2 * MINUTE_MS }
/** Windows that save one after the other meet this often at most; then each waits. */
const MOST_CONFLICTS = 5
/** A browser sends no more than 64 kB while its page is left. */
const MOST_KEEPALIVE = 60_000

type SyncOptions = {
  readonly symbol: string
  readonly store: DeskStore
  readonly place: ChartStore
  /** What the present state was made from. */
  readonly base: SavedChart
  /** Whether the present state holds something that the server does not have. */
  readonly isChanged: boolean
}

export type DeskSync = { readonly changed: () => void; readonly saveNow: () => void; readonly close: () => void }

/** Brings a desk and the server to the same, one call at a time, and whatever another window saved meanwhile into it. */
export function syncDesk(options: SyncOptions): DeskSync {
  const sync = new Sync(options)
  const onHide = () => document.hidden && sync.flush()
  const onShow = () => !document.hidden && sync.refresh()
  const onStorage = (event: StorageEvent) => options.place.isSavedElsewhere(event) && sync.refresh()
  const online = () => sync.saveNow()
  const flush = () => sync.flush()
  addEventListener('online', online)
  addEventListener('pagehide', flush)
  addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', onHide)
  document.addEventListener('visibilitychange', onShow)
  sync.saveNow()
  return {
    changed: () => sync.changed(),
    saveNow: () => sync.saveNow(),
    close: () => {
      removeEventListener('online', online)
      removeEventListener('pagehide', flush)
      removeEventListener('storage', onStorage)
      document.removeEventListener('visibilitychange', onHide)
      document.removeEventListener('visibilitychange', onShow)
      sync.close()
    },
  }
}

class Sync {
  readonly #path: string
  readonly #store: DeskStore
  readonly #place: ChartStore
  #base: SavedChart
  #isChanged: boolean
  /** Whether it is known what the server has now, and whether it ever was. */
  #isRead = false
  #wasRead = false
  #isBusy = false
  #isClosed = false
  readonly #retry = backoff(RETRY)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ symbol, store, place, base, isChanged }: SyncOptions) {
    this.#path = `/charts/${encodeURIComponent(symbol)}`
    this.#store = store
    this.#place = place
    this.#base = base
    this.#isChanged = isChanged
  }

  changed(): void {
    this.#isChanged = true
    this.#keep()
    this.#store.setState({ save: 'waiting', trouble: null })
    this.#later(SAVE_AFTER_MS)
  }

  saveNow(): void {
    clearTimeout(this.#timer)
    this.#run().catch((error: unknown) => reportError(error))
  }

  /** The page may be gone in a moment. */
  flush(): void {
    if (this.#isChanged) this.saveNow()
  }

  /** Another window may have saved. */
  refresh(): void {
    if (this.#isBusy || this.#isChanged || !this.#isRead) return
    this.#isRead = false
    this.saveNow()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.flush()
  }

  #later(waitMs: number): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => this.saveNow(), waitMs)
  }

  #keep(): void {
    this.#store.setState({ isFragile: !this.#place.write({ base: this.#base, mine: settingsOf(this.#store.getState()) }) })
  }

  async #run(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      await this.#meet()
      this.#retry.reset()
      this.#store.setState({ save: 'saved', trouble: null, isFragile: false })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.#fail(error)
    } finally {
      this.#isBusy = false
    }
  }

  /** Reads, joins and saves until both sides have the same. */
  async #meet(): Promise<void> {
    for (let conflicts = 0; ; ) {
      if (!this.#isRead) await this.#read()
      if (!this.#isChanged) return
      try {
        await this.#save()
      } catch (error) {
        this.#isChanged = true
        if (!(error instanceof ApiError) || error.code !== 'conflict' || ++conflicts > MOST_CONFLICTS) throw error
        this.#isRead = false
      }
    }
  }

  async #read(): Promise<void> {
    const saved = await api.get(this.#path, savedChart)
    const theirs = saved.version === 0 ? FIRST.settings : saved.settings
    const mine = settingsOf(this.#store.getState())
    // A server that was put back to an earlier state has deleted nothing.
    const base = saved.version < this.#base.version ? FIRST.settings : this.#base.settings
    const merged = mergeSettings({ base, mine, theirs })
    const isJoined = this.#isChanged && (this.#wasRead || this.#base.version !== 0)
    this.#base = { version: saved.version, settings: theirs }
    this.#isRead = true
    this.#wasRead = true
    if (!isSameSettings(merged, mine)) {
      showSettings(this.#store, merged)
      if (isJoined) notify('info', 'This chart was changed in another window too. Both changes are on it now.')
    }
    this.#isChanged = !isSameSettings(merged, theirs)
    if (this.#isChanged) this.#keep()
    else this.#place.clear()
  }

  async #save(): Promise<void> {
    const body = { version: this.#base.version, settings: settingsOf(this.#store.getState()) }
    this.#isChanged = false
    const keepalive = JSON.stringify(body).length < MOST_KEEPALIVE
    this.#base = await api.put(this.#path, body, savedChart, { keepalive })
    if (this.#isChanged) this.#keep()
    else this.#place.clear()
  }

  #fail(error: ApiError): void {
    const isPassing = error.status === 0 || error.status >= 500 || error.code === 'rate_limited' || error.code === 'conflict'
    const waitMs = error.retryAfterSeconds === undefined ? this.#retry.nextMs() : error.retryAfterSeconds * SECOND_MS
    if (isPassing) {
      this.#store.setState({ save: this.#isChanged ? 'failed' : this.#wasRead ? 'saved' : 'unread' })
      this.#later(waitMs)
    } else this.#store.setState({ save: 'refused', trouble: errorText(error) })
  }
}
