import { SECOND_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import { type DocumentKind, getDocument, type SavedDocument, saveDocument } from '@aerie/wire/workspace/document'
import * as z from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { api } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { errorCause, errorText } from '../api/error-text.ts'
import { isServerReady } from '../api/server-state.ts'
import type { UnsentStore } from '../storage/unsent-store.ts'
import { notify } from '../toasts/toast.ts'
import { type DocumentSpec, type Merge, pathOf, type Stored, storedDocument } from './document-spec.ts'
import { isSame } from './merge-json.ts'

/** Debounce after the last change, and maximum delay after the first one. */
export const SAVE_AFTER_MS = 400
const SAVE_WITHIN_MS = 5 * SECOND_MS
/** Delay after the first failure; doubles with each further one. */
export const RETRY_MS = 2 * SECOND_MS
const LONGEST_RETRY_MS = 60 * SECOND_MS
const RETRY = { baseMs: RETRY_MS, capMs: LONGEST_RETRY_MS }
/** Consecutive conflicts with other windows before a save backs off. */
const MOST_CONFLICTS = 8
/** Browsers limit keepalive requests to 64 kB, counted in bytes: most scripts take two or three per letter. */
const MOST_KEEPALIVE = 60_000
/** Beyond this, pending changes are merged into one. */
const MOST_PENDING = 100

/** offline: stored in this browser and sent later. refused: rejected by the server. local: a guest's, in this browser only. */
export type Saving = 'saved' | 'saving' | 'offline' | 'refused' | 'local'
export type DocumentState<T> = { readonly saving: Saving; readonly trouble: string | null; readonly isFragile: boolean } & (
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'loading'; readonly value: null }
  | { readonly state: 'failed'; readonly value: null }
)
/** May be applied again to a newer state saved by another window: must be pure and idempotent (set a flag, never toggle it). */
export type Change<T> = (old: T) => T

export type UserDocumentStore<T> = {
  readonly store: StoreApi<DocumentState<T>>
  /** Includes local changes, even before the saved state is known. */
  readonly value: T
  /** Loads unsent changes from earlier visits and fetches from the server. */
  open(): void
  change(next: Change<T>): void
  /** Sends pending changes; fetches first if the server's state is unknown. */
  saveNow(): void
  /** Sends pending changes before the page unloads or the last view closes. */
  flush(): void
  /** @param version saved by another window, if known; 0: deleted */
  refresh(version?: number): void
  followServer(isReady: boolean): void
  discard(): void
  /** Another user has logged in: stop sending and storing. */
  close(): void
}

type Base<T> = Pick<Stored<T>, 'version' | 'body'>
type Options<T> = { readonly kind: DocumentKind; readonly name: string; readonly owner: string; readonly spec: DocumentSpec<T> }

/**
 * The server's version plus unsaved changes, which this browser stores until saved. On a conflicting save by another window they are
 * applied again on top of it.
 */
export class SyncedDocument<T> implements UserDocumentStore<T> {
  readonly store = createStore<DocumentState<T>>(() => LOADING)
  readonly #params: Pick<Options<T>, 'kind' | 'name'>
  readonly #spec: DocumentSpec<T>
  readonly #unsent: UnsentStore<Stored<T>>
  #base: Base<T>
  #value: T
  #pending: Change<T>[] = []
  /** Whether `#base` is the server's current version, and whether it was ever read. */
  #isRead = false
  #wasRead = false
  #reported = 0
  /** A save without a response: the server may or may not have it. */
  #unsure: { readonly body: T; readonly changes: number } | null = null
  #isBusy = false
  #isClosed = false
  #failures = 0
  #since = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ kind, name, owner, spec }: Options<T>) {
    this.#params = { kind, name }
    this.#spec = spec
    this.#unsent = storedDocument(`aerie.kept.${owner}.${pathOf(kind, name)}/`, spec)
    this.#base = { version: 0, body: spec.initial }
    this.#value = spec.initial
  }

  get value(): T {
    return this.#value
  }

  open(): void {
    const [first, ...others] = this.#unsent.readAll()
    if (first !== undefined && this.#pending.length === 0) {
      this.#base = { version: first.version, body: first.body }
      this.#pending = [first, ...others].map((kept) => mergedInto(this.#spec.merge, kept))
      this.#apply()
      this.#show({ state: 'ready', value: this.#value, saving: 'saving' })
    }
    this.saveNow()
  }

  change(next: Change<T>): void {
    if (this.#isClosed) return
    this.#value = next(this.#value)
    this.#add(next)
    this.#keep()
    this.#show({ saving: 'saving', trouble: null, ...(this.#isShown() && { state: 'ready', value: this.#value }) })
    if (this.#since === 0) this.#since = Date.now()
    this.#later(Math.max(0, Math.min(SAVE_AFTER_MS, this.#since + SAVE_WITHIN_MS - Date.now())))
  }

  saveNow(): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#run().catch((error: unknown) => reportError(error))
  }

  flush(): void {
    if (this.#pending.length > 0) this.saveNow()
  }

  refresh(version?: number): void {
    if (version === undefined || version === 0) this.#isRead = false
    else this.#reported = Math.max(this.#reported, version)
    if (this.#isCurrent() || !this.#wasRead) return
    if (!this.#isBusy && this.#failures === 0) this.saveNow()
  }

  discard(): void {
    this.#pending = []
    this.#unsure = null
    this.#unsent.clear()
    this.#base = { version: 0, body: this.#spec.initial }
    this.#apply()
    this.#show({ state: 'ready', value: this.#value, saving: 'saved', trouble: null })
  }

  followServer(isReady: boolean): void {
    if (isReady && this.#failures > 0) this.saveNow()
    if (!isReady && this.store.getState().state === 'failed') this.#show(LOADING)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #isShown = (): boolean => this.store.getState().state === 'ready'
  #isCurrent = (): boolean => this.#isRead && this.#reported <= this.#base.version

  #show(change: Partial<DocumentState<T>>): void {
    if (!this.#isClosed) this.store.setState(change)
  }

  #apply(): void {
    this.#value = this.#pending.reduce((value, change) => change(value), this.#base.body)
  }

  #add(next: Change<T>): void {
    this.#pending.push(next)
    if (this.#pending.length <= MOST_PENDING) return
    this.#pending = [mergedInto(this.#spec.merge, { ...this.#base, mine: this.#value })]
    this.#unsure = null
  }

  #keep(): void {
    const isStored = this.#unsent.write({ ...this.#base, mine: this.#value })
    this.#show({ isFragile: !isStored })
  }

  #later(waitMs: number): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => this.saveNow(), waitMs)
  }

  async #run(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      await this.#synchronise()
      this.#failures = 0
      this.#show({ state: 'ready', value: this.#value, saving: 'saved', trouble: null, isFragile: false })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.#fail(error)
    } finally {
      this.#isBusy = false
    }
  }

  async #synchronise(): Promise<void> {
    for (let conflicts = 0; !this.#isClosed; ) {
      if (!this.#isCurrent()) {
        await this.#read()
        continue
      }
      if (this.#pending.length === 0) return
      try {
        await this.#save()
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'conflict' || ++conflicts > MOST_CONFLICTS) throw error
        this.#isRead = false
      }
    }
  }

  async #read(): Promise<void> {
    // Versions reported during this request trigger another read.
    this.#isRead = true
    const receivedVersion = this.#reported
    let saved: SavedDocument
    try {
      saved = await api(getDocument, { params: this.#params })
    } catch (error) {
      this.#isRead = false
      throw error
    }
    if (this.#isClosed) return
    this.#takeSaved(saved)
    if (this.#reported === receivedVersion) this.#reported = saved.version
    if (this.#pending.length > 0) this.#keep()
    this.#show({ state: 'ready', value: this.#value })
  }

  #takeSaved({ version, body }: SavedDocument): void {
    const [before, old] = [this.#base, this.#value]
    this.#base = { version, body: version === 0 ? this.#spec.initial : this.#parse(body) }
    this.#settleUnsure(before)
    // Versions only grow: a lower one means the server was restored from a backup, which deletes no local content.
    if (version !== 0 && version < before.version)
      this.#pending.unshift(mergedInto(this.#spec.merge, { version: 0, body: this.#spec.initial, mine: before.body }))
    this.#apply()
    const isJoined = this.#pending.length > 0 && (this.#wasRead || before.version !== 0) && !isSame(this.#value, old)
    if (isJoined && this.#spec.joinedText !== undefined) notify('info', this.#spec.joinedText)
    this.#wasRead = true
  }

  /**
   * The server may have the unanswered save; it is then not applied again. Otherwise another window saved before or after it, and what was
   * sent is merged with that as a whole.
   */
  #settleUnsure(before: Base<T>): void {
    if (this.#unsure === null) return
    const { body: mine, changes } = this.#unsure
    this.#unsure = null
    const isThere = isSame(this.#base.body, mine)
    this.#pending.splice(0, changes, ...(isThere ? [] : [mergedInto(this.#spec.merge, { ...before, mine })]))
  }

  #parse(body: unknown): T {
    const parsed = z.safeParse(this.#spec.schema, body)
    if (parsed.success) return parsed.data as T // the spec's schema gives T
    this.#isRead = false
    throw new ApiError({ code: 'bad_answer', status: 200, detail: '', cause: parsed.error })
  }

  async #save(): Promise<void> {
    const sent = this.#pending
    const body = this.#value
    const { version } = this.#base
    this.#pending = []
    this.#since = 0
    try {
      const keepalive = new TextEncoder().encode(JSON.stringify(body)).length < MOST_KEEPALIVE
      const saved = await api(saveDocument, { params: this.#params, body: { version, body }, keepalive })
      this.#base = { version: saved.version, body }
      this.#unsure = null
    } catch (error) {
      this.#pending = [...sent, ...this.#pending]
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) this.#unsure = { body, changes: sent.length }
      throw error
    }
    if (this.#isClosed) return
    if (this.#pending.length > 0) this.#keep()
    else this.#unsent.clear()
  }

  #fail(error: ApiError): void {
    const isPassing = error.status === 0 || error.status >= 500 || error.code === 'rate_limited' || error.code === 'conflict'
    const hasPending = this.#pending.length > 0
    const trouble = isPassing ? `${errorCause(error)} Trying again automatically.` : errorText(error)
    if (!this.#isShown() && isServerReady()) this.#show({ state: 'failed', value: null, trouble })
    if (hasPending) this.#show({ saving: isPassing ? 'offline' : 'refused', trouble })
    if (!isPassing && error.code !== 'bad_answer') return
    this.#failures += 1
    const asked = error.retryAfterSeconds === undefined ? undefined : Math.min(error.retryAfterSeconds * SECOND_MS, LONGEST_RETRY_MS)
    this.#later(asked ?? backoffMs(this.#failures, RETRY))
  }
}

const LOADING = { state: 'loading', value: null, saving: 'saved', trouble: null, isFragile: false } as const

/** Local edits to `kept.body`, as a change that applies to the server's current version. */
const mergedInto =
  <T>(merge: Merge<T>, kept: Stored<T>): Change<T> =>
  (theirs) =>
    merge({ base: kept.body, mine: kept.mine, theirs })
