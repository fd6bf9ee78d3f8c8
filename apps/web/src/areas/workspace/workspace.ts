import { EMPTY_LAYOUT, type Layout, type LayoutSlot } from '@aerie/wire/workspace/layout'
import { hashKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { tabsWith } from './layout/layout-tree.ts'
import type { SlotKind } from './slots/slot.ts'

const MOST_STEPS = 100

/** user: this window's user. saved: loaded. leader: the mirror's leader. */
export type LayoutOrigin = 'user' | 'saved' | 'leader'

export type Preset = { readonly id: string; readonly title: string; readonly short: string; readonly make: () => Layout }

export type WorkspaceSetup = {
  /** Slot kinds by name, in the order of the Add menu. */
  readonly kinds: Readonly<Record<string, SlotKind>>
  readonly presets: readonly Preset[]
  readonly start: () => Layout
  /** Screen sizes whose arrangement is saved apart; the first match counts. Other sizes share one that begins with `start`. */
  readonly sizes?: readonly ScreenSize[]
  /** Name of the main window's working copy on the server. */
  readonly savedAs: string
  readonly isMirrored: boolean
  /** Kinds shown first on small screens, in this order; the others keep their layout order. */
  readonly phoneFirst?: readonly string[]
  /** Kind that stays beside the others on screens between phone and wide, and opens below them from its bar on a phone. */
  readonly companion?: { readonly kind: string; readonly Bar: ComponentType<CompanionBarProps> }
}

export type ScreenSize = { readonly name: string; readonly media: string; readonly start: () => Layout }

export type CompanionBarProps = {
  readonly symbol: string
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

export type WorkspaceState = {
  readonly layout: Layout | null
  readonly origin: LayoutOrigin | null
  readonly past: readonly Layout[]
  readonly future: readonly Layout[]
  readonly focused: string | null
}

type ChangeOptions = {
  /** Whether it is an undo step of its own; otherwise it joins the current one (active tab, slot options). */
  readonly isStep?: boolean
}

export type Workspace = WorkspaceSetup & {
  readonly store: StoreApi<WorkspaceState>
  /** Pop-out windows by slot. They belong to this page and close with it. */
  readonly popouts: StoreApi<{ readonly windows: ReadonlyMap<string, Window> }>
  /** Replaces the layout. Can be undone if there was another one before. */
  readonly show: (layout: Layout, origin: LayoutOrigin) => void
  readonly forget: () => void
  /** Applies a user change; no-ops are ignored. */
  readonly change: (change: (layout: Layout) => Layout, options?: ChangeOptions) => void
  readonly changeSlot: (id: string, change: Partial<LayoutSlot>, options?: ChangeOptions) => void
  readonly focus: (id: string | null) => void
  /** Undoes the last step. Slot options are not reverted. */
  readonly undo: () => void
  readonly redo: () => void
  /** Emits each shown layout with its origin. @returns unsubscribe function */
  readonly onLayout: (listener: (shown: { readonly layout: Layout; readonly origin: LayoutOrigin }) => void) => () => void
  readonly kindOf: (name: string) => SlotKind | undefined
  readonly titleOf: (slot: Pick<LayoutSlot, 'kind' | 'title'>) => string
}

const NOTHING: WorkspaceState = { layout: null, origin: null, past: [], future: [], focused: null }

/** The first of the screen sizes that this window has; undefined if its arrangement is the shared one. */
export const screenSize = ({ sizes }: Pick<WorkspaceSetup, 'sizes'>): ScreenSize | undefined =>
  sizes?.find(({ media }) => matchMedia(media).matches)

/** @example const TRADE = createWorkspace({ kinds: TRADE_KINDS, presets: [], start, savedAs: 'trade', isMirrored: true }) */
export function createWorkspace(setup: WorkspaceSetup): Workspace {
  const store = createStore<WorkspaceState>(() => NOTHING)
  const change: Workspace['change'] = (next, options) => store.setState(changed(store.getState(), next, options))
  const kindOf: Workspace['kindOf'] = (name) => (Object.hasOwn(setup.kinds, name) ? setup.kinds[name] : undefined)
  return {
    ...setup,
    store,
    popouts: createStore(() => ({ windows: new Map() })),
    show: (layout, origin) => store.setState(showing(store.getState(), layout, origin)),
    forget: () => store.setState(NOTHING),
    change,
    changeSlot: (id, more, options) =>
      change((layout) => ({ ...layout, slots: layout.slots.map((slot) => (slot.id === id ? { ...slot, ...more } : slot)) }), options),
    focus: (focused) => {
      if (store.getState().focused !== focused) store.setState({ focused })
    },
    undo: () => store.setState(undone(store.getState())),
    redo: () => store.setState(redone(store.getState())),
    onLayout: (listener) =>
      store.subscribe(({ layout, origin }, before) => {
        if (layout !== null && origin !== null && layout !== before.layout) listener({ layout, origin })
      }),
    kindOf,
    titleOf: ({ kind, title }) => title ?? kindOf(kind)?.title ?? kind,
  }
}

export const isSameLayout = (one: Layout | null, other: Layout | null): boolean => hashKey([one]) === hashKey([other])

function showing({ layout: before, past, focused }: WorkspaceState, layout: Layout, origin: LayoutOrigin): Partial<WorkspaceState> {
  // An identical layout is no undo step; only its origin may change.
  if (origin !== 'user' && isSameLayout(layout, before)) return { origin }
  return {
    layout,
    origin,
    past: before === null ? past : [...past, before].slice(-MOST_STEPS),
    future: [],
    focused: focusIn(layout, before, focused),
  }
}

/**
 * If another tab now covers the focused slot, that tab gets the focus: otherwise the hidden one would come up and count as a user change.
 */
function focusIn(layout: Layout, before: Layout | null, focused: string | null): string | null {
  const isThere = layout.slots.some(({ id }) => id === focused)
  const id = isThere ? focused : (layout.slots[0]?.id ?? null)
  if (id === null) return null
  const seen = tabsWith(layout.place, id)?.active ?? id
  const wasSeen = isThere ? tabsWith(before?.place ?? null, id)?.active : undefined
  return seen === wasSeen ? id : seen
}

function changed(
  state: WorkspaceState,
  change: (layout: Layout) => Layout,
  { isStep = true }: ChangeOptions = {},
): Partial<WorkspaceState> {
  const before = state.layout ?? EMPTY_LAYOUT
  const layout = change(before)
  if (layout === before) return {}
  return isStep ? { layout, origin: 'user', past: [...state.past, before].slice(-MOST_STEPS), future: [] } : { layout, origin: 'user' }
}

function undone({ layout, past, future }: WorkspaceState): Partial<WorkspaceState> {
  const before = past.at(-1)
  if (before === undefined || layout === null) return {}
  return { layout: withOptionsOf(before, layout), origin: 'user', past: past.slice(0, -1), future: [layout, ...future] }
}

function redone({ layout, past, future }: WorkspaceState): Partial<WorkspaceState> {
  const [next, ...rest] = future
  if (next === undefined || layout === null) return {}
  return { layout: withOptionsOf(next, layout), origin: 'user', past: [...past, layout], future: rest }
}

function withOptionsOf(layout: Layout, newest: Layout): Layout {
  const options = new Map(newest.slots.map((slot) => [slot.id, slot.options]))
  return { ...layout, slots: layout.slots.map((slot) => ({ ...slot, options: options.get(slot.id) ?? slot.options })) }
}
