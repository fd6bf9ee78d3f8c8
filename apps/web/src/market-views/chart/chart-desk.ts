import { type ChartSettings, chartSettings, type SavedChart, savedChart } from '@aerie/wire/charts'
import * as z from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { notify } from '../../ui/toast.ts'
import { type DrawingHistory, historyOf } from './drawing-history.ts'

/** A change is sent this long after the last one. */
export const SAVE_AFTER_MS = 800
const RETRY_MS = 15_000
const LOCAL_KEY = 'aerie.chart.'

/** loading: not known yet. saved: the server has it. waiting: soon sent. local: kept in this browser only, because nobody is logged in. failed: kept here until the server takes it. */
export type SaveState = 'loading' | 'saved' | 'waiting' | 'local' | 'failed'
type Look = Omit<ChartSettings, 'drawings'>
export type DeskState = { readonly look: Look; readonly history: DrawingHistory; readonly save: SaveState }
export type ChartDesk = {
  readonly store: StoreApi<DeskState>
  readonly changeLook: (change: Partial<Look>) => void
  readonly changeDrawings: (change: (history: DrawingHistory) => DrawingHistory) => void
  /** Sends what is not sent yet, and stops. */
  readonly close: () => void
}

const FIRST: SavedChart = {
  version: 0,
  settings: z.parse(chartSettings, { indicators: [{ name: 'VOL', parameters: [5, 10, 20] }] }),
}

/** What a user has made of the chart of `symbol`: shown at once, kept on the server, or in this browser for a guest. */
export function openDesk(symbol: string, isLoggedIn: boolean): ChartDesk {
  const kept = readKept(symbol)
  const store = createStore<DeskState>(() => ({ ...stateOf((kept ?? FIRST).settings), save: isLoggedIn ? 'loading' : 'local' }))
  const sync = isLoggedIn ? syncWithServer(symbol, store) : null
  const changed = (next: Partial<DeskState>) => {
    store.setState(next)
    if (sync === null) keep(symbol, { version: 0, settings: settingsOf(store.getState()) })
    else sync.changed()
  }
  return {
    store,
    changeLook: (change) => changed({ look: { ...store.getState().look, ...change } }),
    changeDrawings: (change) => {
      const { history } = store.getState()
      const next = change(history)
      if (next !== history) changed({ history: next })
    },
    close: () => sync?.close(),
  }
}

const stateOf = ({ drawings, ...look }: ChartSettings) => ({ look, history: historyOf(drawings) })
const settingsOf = ({ look, history }: DeskState): ChartSettings => ({ ...look, drawings: [...history.now] })
const pathOf = (symbol: string): string => `/charts/${encodeURIComponent(symbol)}`

function syncWithServer(symbol: string, store: StoreApi<DeskState>) {
  const gone = new AbortController()
  let version = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isChanged = false
  const adopt = (saved: SavedChart) => {
    version = saved.version
    // Nothing was ever saved: what a new chart looks like stays.
    store.setState({ ...(saved.version === 0 ? {} : stateOf(saved.settings)), save: 'saved' })
  }
  const load = async () => adopt(await api.get(pathOf(symbol), savedChart, { signal: gone.signal }))
  const save = async () => {
    isChanged = false
    const answer = await api.put(pathOf(symbol), { version, settings: settingsOf(store.getState()) }, savedChart)
    version = answer.version
    if (!isChanged) store.setState({ save: 'saved' })
  }
  const failed = (error: unknown) => {
    if (gone.signal.aborted) return
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'conflict') {
      notify('info', 'This chart was changed in another window. The newer version is shown.')
      load().catch(failed)
      return
    }
    isChanged = store.getState().save !== 'loading'
    store.setState({ save: 'failed' })
    keep(symbol, { version, settings: settingsOf(store.getState()) })
    if (error.status !== 0 && error.status < 500) notify('warning', `The chart could not be saved. ${errorText(error)}`)
    else timer = setTimeout(() => void (isChanged ? save() : load()).catch(failed), RETRY_MS)
  }
  load().catch(failed)
  return {
    changed: () => {
      isChanged = true
      store.setState({ save: 'waiting' })
      clearTimeout(timer)
      timer = setTimeout(() => void save().catch(failed), SAVE_AFTER_MS)
    },
    close: () => {
      clearTimeout(timer)
      if (isChanged) void save().catch(failed)
      gone.abort()
    },
  }
}

function readKept(symbol: string): SavedChart | null {
  const text = readStored(LOCAL_KEY + symbol)
  if (text === null) return null
  const parsed = z.safeParse(z.pipe(z.string(), z.transform(jsonOf)), text)
  const kept = parsed.success ? z.safeParse(savedChart, parsed.data) : null
  return kept?.success ? kept.data : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const keep = (symbol: string, chart: SavedChart): void => {
  writeStored(LOCAL_KEY + symbol, JSON.stringify(chart))
}
