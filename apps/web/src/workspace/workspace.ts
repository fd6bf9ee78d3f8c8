import { EMPTY_LAYOUT, type Layout, type LayoutSlot } from '@aerie/wire/workspace/layout'
import { hashKey } from '@tanstack/react-query'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { tabsWith } from './layout/layout-tree.ts'
import type { SlotKind } from './slots/slot-kind.ts'

/** Steps back that a workspace keeps. */
const MOST_STEPS = 100

/** Who made a layout what it is: the user of this window, what was saved, or the leader of the mirror. */
export type LayoutOrigin = 'user' | 'saved' | 'leader'

/** A ready-made layout; each call of `make` makes new slots. */
export type Preset = { readonly id: string; readonly title: string; readonly short: string; readonly make: () => Layout }

/** What a screen with a workspace brings along. */
export type WorkspaceSetup = {
  /** Every kind of slot by name, in the order of the list from which they are added. */
  readonly kinds: Readonly<Record<string, SlotKind>>
  readonly presets: readonly Preset[]
  /** What a user's first workspace looks like. */
  readonly start: () => Layout
  /** Name of the working copy on the server, of the main window. */
  readonly savedAs: string
  /** Whether other windows that show this screen follow the leader's layout of it. */
  readonly isMirrored: boolean
  /** Kinds that come first on a small screen, in this order; the others follow as they stand. */
  readonly phoneFirst?: readonly string[]
}

export type WorkspaceState = {
  /** Null until it is known. */
  readonly layout: Layout | null
  /** Who made it what it is; null until it is known. */
  readonly origin: LayoutOrigin | null
  readonly past: readonly Layout[]
  readonly future: readonly Layout[]
  /** The slot that the keyboard works on. */
  readonly focused: string | null
}

type ChangeOptions = {
  /** A step of its own for undo; else it joins the present one (which tab is seen, what a slot keeps). */
  readonly isStep?: boolean
}

/** A layout, its steps, and what slots may stand in it. */
export type Workspace = WorkspaceSetup & {
  readonly store: StoreApi<WorkspaceState>
  /** The windows in which single slots stand, by slot. They belong to this page and close with it. */
  readonly popouts: StoreApi<{ readonly windows: ReadonlyMap<string, Window> }>
  /** Shows a whole layout: it can be taken back where something else was there before it. */
  readonly show: (layout: Layout, origin: LayoutOrigin) => void
  /** Forgets the layout, as another window's or another user's begins. */
  readonly forget: () => void
  /** What the user changes; what comes out the same changes nothing. */
  readonly change: (change: (layout: Layout) => Layout, options?: ChangeOptions) => void
  readonly changeSlot: (id: string, change: Partial<LayoutSlot>, options?: ChangeOptions) => void
  readonly focus: (id: string | null) => void
  /** Takes the last step back. What slots keep by themselves (their options) stays as new as it is. */
  readonly undo: () => void
  /** Takes the last step that was taken back once more. */
  readonly redo: () => void
  /** Hears each layout that is shown, and who made it so. @returns how to stop */
  readonly onLayout: (listener: (shown: { readonly layout: Layout; readonly origin: LayoutOrigin }) => void) => () => void
  /** What a kind is; undefined for one that this version does not know. */
  readonly kindOf: (name: string) => SlotKind | undefined
  /** What a slot is called, without its coin. */
  readonly titleOf: (slot: Pick<LayoutSlot, 'kind' | 'title'>) => string
}

const NOTHING: WorkspaceState = { layout: null, origin: null, past: [], future: [], focused: null }

/**
 * A workspace: a layout that the user changes, with a way back.
 *
 * @example const TRADE = createWorkspace({ kinds: TRADE_KINDS, presets: [], start, savedAs: 'trade', isMirrored: true })
 */
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

/** Whether two layouts say the same. */
export const isSameLayout = (one: Layout | null, other: Layout | null): boolean => hashKey([one]) === hashKey([other])

function showing({ layout: before, past, focused }: WorkspaceState, layout: Layout, origin: LayoutOrigin): Partial<WorkspaceState> {
  // The same again is no step: only whose layout it is may be another.
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
 * The slot that has the focus in a layout that takes the place of another. Where another tab comes to lie over it, that one:
 * the focus would else bring the hidden tab up again, which would read as a choice of the user.
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
