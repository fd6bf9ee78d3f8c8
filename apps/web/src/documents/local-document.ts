import { createStore } from 'zustand/vanilla'
import type { UnsentStore } from '../lib/storage/unsent-store.ts'
import { type DocumentSpec, type Stored, storedDocument } from './document-spec.ts'
import type { Change, DocumentState, UserDocumentStore } from './synced-document.ts'

type Options<T> = { readonly path: string; readonly spec: DocumentSpec<T> }

/** A document of somebody who is not logged in: kept in this browser, and nowhere else. */
export class LocalDocument<T> implements UserDocumentStore<T> {
  readonly store
  readonly #spec: DocumentSpec<T>
  readonly #stored: UnsentStore<Stored<T>>
  #value: T
  #isClosed = false

  constructor({ path, spec }: Options<T>) {
    this.#spec = spec
    this.#stored = storedDocument(`aerie.kept.guest.${path}/`, spec, 'guest')
    this.#value = spec.initial
    this.store = createStore<DocumentState<T>>(() => ({
      state: 'ready',
      value: this.#value,
      saving: 'local',
      trouble: null,
      isFragile: false,
    }))
  }

  get value(): T {
    return this.#value
  }

  open(): void {
    this.refresh()
  }

  change(next: Change<T>): void {
    if (this.#isClosed) return
    this.#value = next(this.#value)
    const isStored = this.#stored.write({ version: 0, body: this.#spec.initial, mine: this.#value })
    this.store.setState({ state: 'ready', value: this.#value, isFragile: !isStored })
  }

  /** Reads what another window may have made of it. */
  refresh(): void {
    if (this.#isClosed || this.store.getState().isFragile) return
    const [stored] = this.#stored.readAll()
    if (stored === undefined) return
    this.#value = stored.mine
    this.store.setState({ state: 'ready', value: this.#value })
  }

  discard(): void {
    this.#stored.clear()
    this.#value = this.#spec.initial
    this.store.setState({ state: 'ready', value: this.#value })
  }

  close(): void {
    this.#isClosed = true
  }

  /** There is no server to send it to. */
  flush = (): void => undefined
  followServer = (): void => undefined
  saveNow = (): void => undefined
}
