import { listenerSet } from '@aerie/runtime/listener-set'
import * as z from 'zod/mini'

/** Why a workspace says what it looks like: it was opened, the user changed it, or it shows what it heard. */
export type LayoutCause = 'opened' | 'changed' | 'heard'

/**
 * How a workspace and its mirrors exchange layouts. A layout travels as JSON of at most 256 kB; the workspace parses what it
 * hears with its own schema before it shows it. What comes from another window never goes back (no echo): what a workspace
 * publishes as `heard` is kept and told to nobody.
 */
export type LayoutSink = {
  readonly layout: (layout: unknown, why: LayoutCause) => void
  readonly fragment: (fragment: unknown) => void
}

/** The screen whose layout travels bare, as it did when there was one screen alone. */
const MAIN_SCREEN = 'main'

const layouts = new Map<string, LocalChannel<unknown>>()
const fragments = localChannel<unknown>()
let sink: LayoutSink | undefined
let own: unknown

function channelOf(screen: string): LocalChannel<unknown> {
  const known = layouts.get(screen) ?? localChannel<unknown>()
  layouts.set(screen, known)
  return known
}

/** A layout as it travels: with the screen it belongs to, so that another screen leaves it alone. */
const sharedForm = (layout: unknown, screen: string): unknown => (screen === MAIN_SCREEN ? layout : { screen, layout })

const sharedSchema = z.object({ screen: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,23}$/)), layout: z.unknown() })

/**
 * Says what the workspace of this window looks like now. The leader's goes to all followers; a follower's stays in its window
 * and counts as detaching its layout. Call it at each change the user makes, and once when the workspace has been opened. What
 * was heard before is then old: nobody is told of it any more.
 *
 * @param screen whose workspace it is: `savedAs` of its setup. What is shared is the layout that was said last, of one screen
 */
export function publishLayout(layout: unknown, why: LayoutCause, screen = MAIN_SCREEN): void {
  if (why !== 'heard') channelOf(screen).forget()
  own = sharedForm(layout, screen)
  sink?.layout(own, why)
}

/** Says that a part of the layout is another (a slot's options, its size): any window may. The others hear it by `onLayoutFragment`. */
export const publishLayoutFragment = (fragment: unknown): void => sink?.fragment(fragment)

/** Hears the leader's layout of a screen: at once where it is the newest known, then at each change. @returns how to stop */
export const onLayout = (listener: (layout: unknown) => void, screen = MAIN_SCREEN): (() => void) =>
  channelOf(screen).on(listener, { now: true })

/** Hears parts of the layout that another window changed. @returns how to stop */
export const onLayoutFragment = (listener: (fragment: unknown) => void): (() => void) => fragments.on(listener)

/** What this window's workspace said last, as it travels; undefined before it said anything. */
export const ownLayout = (): unknown => own

/** Another user is here: what was said and heard before is nothing to them. */
export function forgetLayouts(): void {
  own = undefined
  for (const channel of layouts.values()) channel.forget()
}

/** Called by the mirror of this window: where published layouts go. */
export const bindLayoutLink = (given: LayoutSink | undefined): void => {
  sink = given
}

/** Called by the mirror of this window: the leader's layout is another. Whose screen it is of stands in it. */
export function hearLayout(shared: unknown): void {
  const of = z.safeParse(sharedSchema, shared)
  if (of.success) channelOf(of.data.screen).tell(of.data.layout)
  else channelOf(MAIN_SCREEN).tell(shared)
}

/** Called by the mirror of this window: another window changed a part. */
export const hearLayoutFragment = (fragment: unknown): void => fragments.tell(fragment)

type Listener<T> = (value: T) => void

/** Somewhere to say a value and to hear it, within this window and outside React. */
type LocalChannel<T> = {
  readonly tell: (value: T) => void
  /** `now`: hears the newest value at once, where there is one. @returns how to stop */
  readonly on: (listener: Listener<T>, options?: { readonly now?: boolean }) => () => void
  readonly newest: () => T | undefined
  /** Who asks from now on hears nothing of before. */
  readonly forget: () => void
}

function localChannel<T>(): LocalChannel<T> {
  const listeners = listenerSet<[value: T]>()
  let newest: { readonly value: T } | undefined
  return {
    tell: (value) => {
      newest = { value }
      listeners.tell(value)
    },
    on: (listener, { now = false } = {}) => {
      const stop = listeners.subscribe(listener)
      if (now && newest !== undefined) listener(newest.value)
      return stop
    },
    newest: () => newest?.value,
    forget: () => {
      newest = undefined
    },
  }
}
