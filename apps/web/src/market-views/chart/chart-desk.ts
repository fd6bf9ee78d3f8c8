import type { ChartSettings, SavedChart } from '@aerie/wire/charts'
import { createStore } from 'zustand/vanilla'
import type { DrawingHistory } from '../../chart-engine/drawings/drawing-history.ts'
import { type ChartStore, chartStore, GUEST } from './chart-desk-kept.ts'
import { mergeSettings } from './chart-desk-merge.ts'
import { type DeskState, type DeskStore, FIRST, type Look, settingsOf, stateOf } from './chart-desk-state.ts'
import { syncDesk } from './chart-desk-sync.ts'

export type ChartDesk = {
  readonly store: DeskStore
  readonly changeLook: (change: Partial<Look>) => void
  readonly changeDrawings: (change: (history: DrawingHistory) => DrawingHistory) => void
  /** Sends now what is not sent yet. */
  readonly saveNow: () => void
  /** Sends what is not sent yet, and stops. */
  readonly close: () => void
}

/**
 * What a user has made of the chart of `symbol`: shown at once, kept in this browser until the server has it.
 *
 * @param userId null for a guest, whose chart stays in this browser
 */
export function openDesk(symbol: string, userId: string | null): ChartDesk {
  const place = chartStore(userId ?? GUEST, symbol)
  const { base, mine, isKept } = fromKept(place)
  const store = createStore<DeskState>(() => ({
    ...stateOf(mine),
    save: userId === null ? 'local' : 'loading',
    trouble: null,
    isFragile: false,
  }))
  const sync = userId === null ? guestDesk(place, store) : syncDesk({ symbol, store, place, base, isChanged: isKept })
  const changed = (next: Partial<DeskState>) => {
    store.setState(next)
    sync.changed()
  }
  return {
    store,
    changeLook: (change) => changed({ look: { ...store.getState().look, ...change } }),
    changeDrawings: (change) => {
      const { history } = store.getState()
      const next = change(history)
      if (next !== history) changed({ history: next })
    },
    saveNow: sync.saveNow,
    close: sync.close,
  }
}

/** What earlier visits, or other windows, could not send: all of it at once. */
function fromKept(place: ChartStore): { readonly base: SavedChart; readonly mine: ChartSettings; readonly isKept: boolean } {
  const [first, ...others] = place.readAll()
  if (first === undefined) return { base: FIRST, mine: FIRST.settings, isKept: false }
  const mine = others.reduce((theirs, kept) => mergeSettings({ base: kept.base.settings, mine: kept.mine, theirs }), first.mine)
  return { base: first.base, mine, isKept: true }
}

const guestDesk = (place: ChartStore, store: DeskStore) => ({
  changed: () => store.setState({ isFragile: !place.write({ base: FIRST, mine: settingsOf(store.getState()) }) }),
  saveNow: () => undefined,
  close: () => undefined,
})
