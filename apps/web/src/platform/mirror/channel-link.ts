import { type ListenerSet, listenerSet } from '@aerie/runtime/listener-set'
import { useMemo } from 'react'
import type { ChartLink, LinkedPoint, LinkedRange, Shared } from './views/shared-view.ts'
import { type Channel, onChannelChange, setChannel, useViewState } from './views/view-state.ts'

/** Debounce before a panned range is written to the view state, so that React does not render on every frame. */
const REST_MS = 250

type Line<T> = { value: T; readonly ports: Set<ListenerSet<[value: T]>> }
type Lines = { readonly range: Line<LinkedRange | null>; readonly cursor: Line<LinkedPoint | null>; rest?: ReturnType<typeof setTimeout> }

const lines = new Map<Channel, Lines>()
const ownRanges = listenerSet<[channel: Channel, range: LinkedRange | null]>()
const ownCursors = listenerSet<[channel: Channel, at: LinkedPoint | null]>()

/** Emits ranges set in this window. @returns unsubscribe function */
export const onOwnRange = ownRanges.subscribe

/** Emits crosshair positions set in this window. @returns unsubscribe function */
export const onOwnCursor = ownCursors.subscribe

const linesOf = (channel: Channel): Lines => {
  const known = lines.get(channel)
  if (known !== undefined) return known
  const made: Lines = {
    range: { value: useViewState.getState().channels[channel].range, ports: new Set() },
    cursor: { value: null, ports: new Set() },
  }
  lines.set(channel, made)
  return made
}

/** A port receives values from other ports and windows, never its own. */
function openPort<T>(line: Line<T>, publish: (value: T) => void): Shared<T> {
  const port = listenerSet<[value: T]>()
  return {
    get: () => line.value,
    set: (value) => {
      line.value = value
      emitToPorts(line, value, port)
      publish(value)
    },
    on: (listener) => {
      const stop = port.subscribe(listener)
      line.ports.add(port)
      return () => {
        stop()
        if (port.size() === 0) line.ports.delete(port)
      }
    },
  }
}

function emitToPorts<T>(line: Line<T>, value: T, except?: object): void {
  for (const port of line.ports) if (port !== except) port.emit(value)
}

export const channelLink = (channel: Channel): ChartLink => ({
  open: () => {
    const own = linesOf(channel)
    return {
      range: openPort(own.range, (range) => {
        ownRanges.emit(channel, range)
        restSoon(channel, own)
      }),
      cursor: openPort(own.cursor, (at) => ownCursors.emit(channel, at)),
    }
  },
})

function restSoon(channel: Channel, own: Lines): void {
  clearTimeout(own.rest)
  own.rest = setTimeout(() => setChannel(channel, { range: own.range.value }), REST_MS)
}

onChannelChange((channel, { range }) => {
  if (range === undefined) return
  receiveRange(channel, range)
  ownRanges.emit(channel, range)
})

// The crosshair's price belongs to the previous coin.
useViewState.subscribe(({ channels: now }, { channels: before }) => {
  for (const channel of lines.keys()) {
    if (now[channel].instrument.symbol === before[channel].instrument.symbol) continue
    receiveCursor(channel, null)
    ownCursors.emit(channel, null)
  }
})

export function receiveRange(channel: Channel, range: LinkedRange | null): void {
  const own = linesOf(channel)
  if (own.range.value?.from === range?.from && own.range.value?.until === range?.until) return
  own.range.value = range
  emitToPorts(own.range, range)
  restSoon(channel, own)
}

export function receiveCursor(channel: Channel, at: LinkedPoint | null): void {
  const own = linesOf(channel)
  own.cursor.value = at
  emitToPorts(own.cursor, at)
}

/** Synchronizes range and crosshair of all charts on a channel, in all windows, bypassing React. */
export const useChartLink = (channel: Channel | null): ChartLink | undefined =>
  useMemo(() => (channel === null ? undefined : channelLink(channel)), [channel])
