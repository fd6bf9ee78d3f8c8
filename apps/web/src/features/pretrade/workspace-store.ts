import { EMPTY_LAYOUT, type Layout, type LayoutSlot } from '@aerie/wire/layout'
import { create } from 'zustand'

/** Steps back that a workspace keeps. */
const MOST_STEPS = 100

type Workspace = {
  /** Null until it is known. */
  readonly layout: Layout | null
  readonly past: readonly Layout[]
  readonly future: readonly Layout[]
  /** The slot that the keyboard works on. */
  readonly focused: string | null
}

/** The workspace of this window. */
export const useWorkspace = create<Workspace>(() => ({ layout: null, past: [], future: [], focused: null }))

/** Shows a layout that was loaded: it can be taken back where something else was there before it. */
export function showLayout(layout: Layout): void {
  const { layout: before, past, focused } = useWorkspace.getState()
  const isThere = layout.slots.some(({ id }) => id === focused)
  useWorkspace.setState({
    layout,
    past: before === null ? past : [...past, before].slice(-MOST_STEPS),
    future: [],
    focused: isThere ? focused : (layout.slots[0]?.id ?? null),
  })
}

/** Forgets the workspace, as another window's or another user's begins. */
export const forgetWorkspace = (): void => useWorkspace.setState({ layout: null, past: [], future: [], focused: null })

type ChangeOptions = {
  /** A step of its own for undo; else it joins the present one (which tab is seen, what a slot keeps). */
  readonly isStep?: boolean
}

/** Changes the layout; what comes out the same changes nothing. */
export function changeLayout(change: (layout: Layout) => Layout, { isStep = true }: ChangeOptions = {}): void {
  const { layout, past } = useWorkspace.getState()
  const before = layout ?? EMPTY_LAYOUT
  const next = change(before)
  if (next === before) return
  useWorkspace.setState(isStep ? { layout: next, past: [...past, before].slice(-MOST_STEPS), future: [] } : { layout: next })
}

export const changeSlot = (id: string, change: Partial<LayoutSlot>, options?: ChangeOptions): void =>
  changeLayout((layout) => ({ ...layout, slots: layout.slots.map((slot) => (slot.id === id ? { ...slot, ...change } : slot)) }), options)

export const focusSlot = (focused: string | null): void => {
  if (useWorkspace.getState().focused !== focused) useWorkspace.setState({ focused })
}

/** Takes the last step back. What slots keep by themselves (their options) stays as new as it is. */
export function undoLayout(): void {
  const { layout, past, future } = useWorkspace.getState()
  const before = past.at(-1)
  if (before === undefined || layout === null) return
  useWorkspace.setState({ layout: withOptionsOf(before, layout), past: past.slice(0, -1), future: [layout, ...future] })
}

/** Takes the last step that was taken back once more. */
export function redoLayout(): void {
  const { layout, past, future } = useWorkspace.getState()
  const [next, ...rest] = future
  if (next === undefined || layout === null) return
  useWorkspace.setState({ layout: withOptionsOf(next, layout), past: [...past, layout], future: rest })
}

function withOptionsOf(layout: Layout, newest: Layout): Layout {
  const options = new Map(newest.slots.map((slot) => [slot.id, slot.options]))
  return { ...layout, slots: layout.slots.map((slot) => ({ ...slot, options: options.get(slot.id) ?? slot.options })) }
}
