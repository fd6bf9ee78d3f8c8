import { listenerSet } from '@aerie/runtime/listener-set'
import * as z from 'zod/mini'

export type LayoutCause = 'opened' | 'changed' | 'received'

/** This screen's layout is sent without a wrapper, for compatibility with the format before there were several screens. */
const MAIN_SCREEN = 'main'

const layouts = new Map<string, LocalChannel<unknown>>()
const fragments = localChannel<unknown>()
const ownLayouts = localChannel<{ readonly shared: unknown; readonly why: LayoutCause }>()
const ownFragments = localChannel<unknown>()

function channelOf(screen: string): LocalChannel<unknown> {
  const known = layouts.get(screen) ?? localChannel<unknown>()
  layouts.set(screen, known)
  return known
}

const sharedForm = (layout: unknown, screen: string): unknown => (screen === MAIN_SCREEN ? layout : { screen, layout })

const sharedSchema = z.object({ screen: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,23}$/)), layout: z.unknown() })

/**
 * Call when the workspace opens and on each user change. A leader's layout goes to all followers; a follower's stays local and detaches it.
 * @param screen `savedAs` of the workspace's setup. Only the layout published last, of one screen, is shared
 */
export function publishLayout(layout: unknown, why: LayoutCause, screen = MAIN_SCREEN): void {
  if (why !== 'received') channelOf(screen).forget()
  ownLayouts.emit({ shared: sharedForm(layout, screen), why })
}

/** Any window may publish a fragment (a slot's options or size); others receive it via `onLayoutFragment`. */
export const publishLayoutFragment = (fragment: unknown): void => ownFragments.emit(fragment)

/** Emits the leader's current layout at once if it is the newest known. @returns unsubscribe function */
export const onLayout = (listener: (layout: unknown) => void, screen = MAIN_SCREEN): (() => void) =>
  channelOf(screen).on(listener, { now: true })

export const onLayoutFragment = (listener: (fragment: unknown) => void): (() => void) => fragments.on(listener)

/** This workspace's last published layout in its shared form; undefined before the first. */
export const ownLayout = (): unknown => ownLayouts.newest()?.shared

export function forgetLayouts(): void {
  ownLayouts.forget()
  for (const channel of layouts.values()) channel.forget()
}

/** Emits published layouts: JSON of at most 256 kB, which the receiver validates. One with cause `received` must not be sent again. */
export const onOwnLayout = (listener: (shared: unknown, why: LayoutCause) => void): (() => void) =>
  ownLayouts.on(({ shared, why }) => listener(shared, why))

export const onOwnFragment = (listener: (fragment: unknown) => void): (() => void) => ownFragments.on(listener)

export function receiveLayout(shared: unknown): void {
  const of = z.safeParse(sharedSchema, shared)
  if (of.success) channelOf(of.data.screen).emit(of.data.layout)
  else channelOf(MAIN_SCREEN).emit(shared)
}

export const receiveLayoutFragment = (fragment: unknown): void => fragments.emit(fragment)

type Listener<T> = (value: T) => void

type LocalChannel<T> = {
  readonly emit: (value: T) => void
  /** `now`: emits the latest value at once, if there is one. @returns unsubscribe function */
  readonly on: (listener: Listener<T>, options?: { readonly now?: boolean }) => () => void
  readonly newest: () => T | undefined
  /** Later subscribers do not receive the current value. */
  readonly forget: () => void
}

function localChannel<T>(): LocalChannel<T> {
  const listeners = listenerSet<[value: T]>()
  let newest: { readonly value: T } | undefined
  return {
    emit: (value) => {
      newest = { value }
      listeners.emit(value)
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
