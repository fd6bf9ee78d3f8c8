import { type ChartSettings, chartSettings, type Drawing } from '@aerie/wire/market/charts'
import * as z from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { CHART } from '../../../platform/documents/document-specs.ts'
import { mergeChart } from '../../../platform/documents/merge-chart.ts'
import { isSame } from '../../../platform/documents/merge-json.ts'
import { documentAt, holdDocument } from '../../../platform/documents/open-documents.ts'
import type { DocumentState, UserDocumentStore } from '../../../platform/documents/synced-document.ts'
import { parseJson, readStored, removeStored } from '../../../platform/storage/storage.ts'
import { storedKeys } from '../../../platform/storage/unsent-store.ts'
import { type DrawingHistory, historyOf, rebased } from '../drawings/drawing-history.ts'

export type Look = Omit<ChartSettings, 'drawings'>
export type ChartState = Pick<DocumentState<ChartSettings>, 'state' | 'saving' | 'trouble' | 'isFragile'> & {
  readonly look: Look
  readonly history: DrawingHistory
}

export type ChartDocument = {
  readonly store: StoreApi<ChartState>
  readonly changeLook: (change: Partial<Look>) => void
  readonly changeDrawings: (change: (history: DrawingHistory) => DrawingHistory) => void
  readonly saveNow: () => void
  readonly close: () => void
}

/** Opens a coin's `chart` document for one view. `userId`: null for a guest, whose chart stays in this browser. */
export function openChart(symbol: string, userId: string | null): ChartDocument {
  const document = documentAt({ spec: CHART, name: symbol, owner: userId })
  const release = holdDocument(document)
  importLegacyCharts(document, userId, symbol)
  const store = createStore<ChartState>(() => ({ ...saveStatusOf(document), ...partsOf(document.value, historyOf([])) }))
  const unsubscribe = document.store.subscribe(() =>
    store.setState(({ history }) => ({ ...saveStatusOf(document), ...partsOf(document.value, history) })),
  )
  return {
    store,
    changeLook: (change) => changeChart(document, change),
    changeDrawings: (change) => {
      const { history } = store.getState()
      const next = change(history)
      if (next === history) return
      store.setState({ history: next })
      changeChart(document, { drawings: [...next.now] })
    },
    saveNow: () => document.saveNow(),
    close: () => {
      unsubscribe()
      release()
    },
  }
}

/** Applied as a merge: it may be repeated on top of changes from another window. */
function changeChart(document: UserDocumentStore<ChartSettings>, change: Partial<ChartSettings>): void {
  const base = document.value
  const mine = { ...base, ...change }
  document.change((theirs) => mergeChart({ base, mine, theirs }))
}

function saveStatusOf({ store }: UserDocumentStore<ChartSettings>): Omit<ChartState, 'look' | 'history'> {
  const { state, saving, trouble, isFragile } = store.getState()
  return { state, saving, trouble, isFragile }
}

const partsOf = ({ drawings, ...look }: ChartSettings, history: DrawingHistory) => ({
  look,
  history: rebased(history, withoutCopies(history.now, drawings)),
})

/** `next`, but with the existing objects where equal, so that the chart does not redraw. */
function withoutCopies(before: readonly Drawing[], next: readonly Drawing[]): readonly Drawing[] {
  const known = new Map(before.map((drawing) => [drawing.id, drawing]))
  const shown = next.map((drawing) => {
    const same = known.get(drawing.id)
    return same !== undefined && isSame(same, drawing) ? same : drawing
  })
  return shown.length === before.length && shown.every((drawing, index) => drawing === before[index]) ? before : shown
}

const formerChart = z.object({ base: z.object({ settings: chartSettings }), mine: chartSettings })

/** Imports charts stored in the format before documents (a guest's, or unsent); removes them once stored in the new format. */
function importLegacyCharts(document: UserDocumentStore<z.output<typeof chartSettings>>, userId: string | null, symbol: string): void {
  const prefix = `aerie.chart.${userId ?? 'guest'}.${symbol}.`
  for (const key of storedKeys().filter((each) => each.startsWith(prefix))) {
    const former = z.safeParse(formerChart, parseJson(readStored(key) ?? ''))
    if (former.success) {
      const { base, mine } = former.data
      document.change((theirs) => mergeChart({ base: base.settings, mine, theirs }))
    }
    if (!document.store.getState().isFragile) removeStored(key)
  }
}
