import { type ChartSettings, chartSettings, type SavedChart } from '@aerie/wire/charts'
import * as z from 'zod/mini'
import type { StoreApi } from 'zustand/vanilla'
import { type DrawingHistory, historyOf, rebased } from '../../chart-engine/drawings/drawing-history.ts'

/**
 * loading: what is saved is not known yet. saved: the server has it. waiting: soon sent. local: kept in this browser only,
 * because nobody is logged in. failed: kept here, and sent again by itself. unread: what was saved could not be had, and is
 * asked for again. refused: the server will not take it as it is.
 */
export type SaveState = 'loading' | 'saved' | 'waiting' | 'local' | 'failed' | 'unread' | 'refused'
export type Look = Omit<ChartSettings, 'drawings'>
export type DeskState = {
  readonly look: Look
  readonly history: DrawingHistory
  readonly save: SaveState
  /** Why the server will not take it: a sentence. */
  readonly trouble: string | null
  /** This browser keeps nothing (its storage is full or refused): what is not saved is lost with the page. */
  readonly isFragile: boolean
}
export type DeskStore = StoreApi<DeskState>

/** A chart that was never saved. */
export const FIRST: SavedChart = {
  version: 0,
  settings: z.parse(chartSettings, { indicators: [{ name: 'VOL', parameters: [20] }] }),
}

/** Settings as they are first shown. */
export const stateOf = ({ drawings, ...look }: ChartSettings) => ({ look, history: historyOf(drawings) })

/** What is on show, as it is saved. */
export const settingsOf = ({ look, history }: Pick<DeskState, 'look' | 'history'>): ChartSettings => ({
  ...look,
  drawings: [...history.now],
})

/** Shows other settings; the steps of undo stay. */
export const showSettings = (store: DeskStore, { drawings, ...look }: ChartSettings): void =>
  store.setState(({ history }) => ({ look, history: rebased(history, drawings) }))
