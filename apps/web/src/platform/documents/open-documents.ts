import { once } from '@aerie/runtime/once'
import type { DocumentKind } from '@aerie/wire/workspace/document'
import { createStore } from 'zustand/vanilla'
import { onServerChange } from '../api/server-state.ts'
import { openMessages } from '../live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../live/notices.ts'
import { useSession } from '../session/session.ts'
import type { UnsentStore } from '../storage/unsent-store.ts'
import { type DocumentSpec, type DocumentValue, type KindSpec, pathOf, type Stored, storedDocument } from './document-spec.ts'
import { type Change, type DocumentState, SyncedDocument, type UserDocumentStore } from './synced-document.ts'

type Address<K extends DocumentKind> = { readonly spec: KindSpec<K>; readonly name: string; readonly owner: string | null }

type AnyDocument = Pick<UserDocumentStore<never>, 'open' | 'flush' | 'refresh' | 'followServer' | 'discard' | 'close' | 'saveNow'>

const documents = new Map<string, AnyDocument>()
const holders = new WeakMap<AnyDocument, number>()

const keyOf = (owner: string | null, path: string): string => `${owner ?? ''} ${path}`

export function documentAt<K extends DocumentKind>(address: Address<K>): UserDocumentStore<DocumentValue<K>> {
  const key = keyOf(address.owner, pathOf(address.spec.kind, address.name))
  const known = documents.get(key)
  if (known !== undefined) return known as UserDocumentStore<DocumentValue<K>> // the path names the kind
  const made = newDocument(address)
  documents.set(key, made as AnyDocument)
  return made
}

/** Guests' documents are stored in this browser if the kind allows it; otherwise they keep their initial value. */
function newDocument<K extends DocumentKind>({ spec, name, owner }: Address<K>): UserDocumentStore<DocumentValue<K>> {
  const { kind } = spec
  if (owner === null && spec.isKeptForGuests === true) return new LocalDocument<DocumentValue<K>>({ path: pathOf(kind, name), spec })
  const made = new SyncedDocument<DocumentValue<K>>({ kind, name, owner: owner ?? '', spec })
  if (owner === null) made.close()
  return made
}

/** Keeps a document current while it is shown. @returns release function; it sends unsaved changes at once */
export function holdDocument(document: AnyDocument): () => void {
  if (useSession.getState().user !== null) openMessages()
  followChanges()
  const before = holders.get(document)
  holders.set(document, (before ?? 0) + 1)
  if (before === undefined) document.open()
  else if (before === 0) document.refresh()
  return () => {
    holders.set(document, (holders.get(document) ?? 1) - 1)
    document.flush()
  }
}

export const openDocument = (kind: DocumentKind, name: string): AnyDocument | undefined =>
  documents.get(keyOf(useSession.getState().user?.user_id ?? null, pathOf(kind, name)))

const followChanges = once((): void => {
  const all = (act: (document: AnyDocument) => void) => () => {
    for (const document of documents.values()) act(document)
  }
  const shown = (act: (document: AnyDocument) => void) => all((document) => (holders.get(document) ?? 0) > 0 && act(document))
  const refreshShown = shown((document) => document.refresh())
  onNotice((notice) => {
    if (notice.kind === 'workspace') openDocument(notice.document, notice.name)?.refresh(notice.version)
  })
  onNoticesResumed(refreshShown)
  onServerChange((isReady) => all((document) => document.followServer(isReady))())
  addEventListener(
    'online',
    all((document) => document.saveNow()),
  )
  addEventListener(
    'pagehide',
    all((document) => document.flush()),
  )
  document.addEventListener('visibilitychange', () => (document.hidden ? all((each) => each.flush())() : refreshShown()))
  useSession.subscribe((now, before) => {
    if (now.user?.user_id === before.user?.user_id) return
    all((document) => document.close())()
    documents.clear()
  })
})

type Options<T> = { readonly path: string; readonly spec: DocumentSpec<T> }

class LocalDocument<T> implements UserDocumentStore<T> {
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

  flush = (): void => undefined
  followServer = (): void => undefined
  saveNow = (): void => undefined
}
