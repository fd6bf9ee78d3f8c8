import { type Indicator, type Row, updateRows } from '@aerie/core/indicators/indicator'
import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { listenerSet } from '@aerie/runtime/listener-set'
import { type Bar, isGap } from '../bars/bars.ts'

/** Bars that a refetch may patch in place; they are recomputed on each tick. */
export const RECENT_BARS = 8
/** Bars computed at once, in a few ms; the rest follows in slices, so that the page stays responsive. */
export const BARS_AT_ONCE = 4000

type Candles = {
  readonly candles: Candle[]
  readonly before: number[]
}
type Memory = {
  indicator: Indicator
  readonly list: readonly Bar[]
  readonly parameters: readonly number[]
  readonly rows: Row[]
  readonly result: Row[]
  done: number
}

const NO_ROW: Row = {}
const candlesOfList = new WeakMap<readonly Bar[], Candles>()
const memories = new WeakMap<object, Memory>()
const unfinished = new Set<Memory>()
const computed = listenerSet<[list: readonly Bar[]]>()

/** Notifies `listener` with the bars whose remaining rows were computed; returns the unsubscribe function. */
export const onRowsComputed = computed.subscribe

/** Recomputes only the last bars of a known list. Long histories are computed in slices: until then, rows are empty or keep old values. */
export function rowsFor(indicator: Indicator, instance: { readonly calcParams: readonly number[] }, list: readonly Bar[]): Row[] {
  const known = memories.get(instance)
  const isSame = known !== undefined && known.list === list && known.parameters === instance.calcParams
  const memory = isSame ? known : begin(indicator, instance.calcParams, list, known)
  if (!isSame && known !== undefined) unfinished.delete(known)
  memories.set(instance, memory)
  memory.indicator = indicator
  while (memory.result.length < list.length) memory.result.push(NO_ROW)
  advance(memory, readCandles(list), Math.max(0, memory.done - RECENT_BARS))
  if (memory.done < list.length) finishLater(memory)
  return memory.result
}

function begin(indicator: Indicator, parameters: readonly number[], list: readonly Bar[], known: Memory | undefined): Memory {
  const older = known === undefined ? 0 : list.length - known.list.length
  // Older bars were prepended: the visible rows stay until recomputed.
  const isLonger = known !== undefined && older > 0 && known.parameters === parameters && known.list[0] === list[older]
  const result = isLonger ? [...Array.from({ length: older }, () => NO_ROW), ...known.result] : []
  return { indicator, list, parameters, rows: [], result, done: 0 }
}

function advance(memory: Memory, { candles, before }: Candles, start: number): void {
  const { indicator, list, parameters, rows, result } = memory
  const end = Math.min(list.length, memory.done + BARS_AT_ONCE)
  updateRows(indicator, { candles, parameters, to: before[end] ?? candles.length }, rows, before[start] ?? 0)
  for (let i = start; i < end; i++) result[i] = isGap(itemAt(list, i)) ? NO_ROW : (rows[itemAt(before, i)] ?? NO_ROW)
  memory.done = end
}

function finishLater(memory: Memory): void {
  unfinished.add(memory)
  computeSoon()
}

const computeSoon = inNextTask(computeSlice)

/** Runs `work` in the next task, once for all calls until then. */
function inNextTask(work: () => void): () => void {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    // A message, because nested timers are throttled to several ms each.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      isAsked = false
      port1.close()
      work()
    }
    port2.postMessage(null)
  }
}

function computeSlice(): void {
  const [memory] = unfinished
  if (memory === undefined) return
  unfinished.delete(memory)
  const candles = candlesOfList.get(memory.list)
  if (candles === undefined) return
  advance(memory, candles, memory.done)
  if (memory.done < candles.before.length) unfinished.add(memory)
  else computed.emit(memory.list)
  const [next] = unfinished
  if (next !== undefined) finishLater(next)
}

function readCandles(list: readonly Bar[]): Candles {
  const known = candlesOfList.get(list) ?? { candles: [], before: [] }
  candlesOfList.set(list, known)
  const start = Math.max(0, known.before.length - RECENT_BARS)
  known.candles.length = known.before[start] ?? 0
  known.before.length = start
  for (let i = start; i < list.length; i++) {
    known.before.push(known.candles.length)
    const bar = itemAt(list, i)
    if (!isGap(bar)) known.candles.push(candleOf(bar))
  }
  return known
}

const candleOf = ({ timestamp, open, high, low, close, volume }: Bar): Candle => ({
  time: timestamp / 1000,
  open,
  high,
  low,
  close,
  volume: volume ?? Number.NaN,
})
