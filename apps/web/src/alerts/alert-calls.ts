import {
  type AlertFiring,
  type AlertRow,
  type AlertSummary,
  alertPreview,
  alertRow,
  alertSummary,
  alertsExport,
  alertsImported,
  alertsPage,
  firingsPage,
} from '@aerie/wire/alerts/alert-rows'
import * as z from 'zod/mini'
import { api } from '../lib/http/api.ts'
import type { AlertRequest } from './alert-draft.ts'

/** Alerts of one page, and pages that are read at most: more than any plan allows. */
const PAGE = 200
const MOST_PAGES = 15
/** Firings of one page of the history. */
export const FIRINGS_PAGE = 50

type Given = { readonly signal?: AbortSignal | undefined }
type Query = Readonly<Record<string, string | undefined>>

/** A path with the parts of its query that are given. */
export function queryPath(route: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? route : `${route}?${new URLSearchParams(given)}`
}

const ofAlert = (id: string): string => `/alerts/${encodeURIComponent(id)}`

/** Fields that a change takes away where the new kind has no use for them. */
const CLEARED = {
  symbol: null,
  direction: null,
  level: null,
  percent: null,
  window_s: null,
  ratio: null,
  regime: null,
  hours: null,
  quantile: null,
  cooldown_s: null,
  expires_at: null,
  note: null,
} as const

/**
 * Every call about alerts, under the names that the server has for them.
 *
 * @throws ApiError; its words are the server's own where it refuses a field
 */
export const alertCalls = {
  all: allAlerts,
  summary: (given: Given = {}): Promise<AlertSummary> => api.get('/alerts/summary', alertSummary, { ...given, fresh: true }),
  create: (body: AlertRequest): Promise<AlertRow> => api.post('/alerts', body, alertRow),
  /** The whole of an alert again: what the request does not say is taken away. */
  replace: (id: string, body: AlertRequest): Promise<AlertRow> => api.patch(ofAlert(id), { ...CLEARED, ...body }, alertRow),
  move: (id: string, level: string): Promise<AlertRow> => api.patch(ofAlert(id), { level }, alertRow),
  pause: (id: string, paused: boolean): Promise<AlertRow> => api.patch(ofAlert(id), { paused }, alertRow),
  remove: (id: string): Promise<unknown> => api.delete(ofAlert(id), z.unknown()),
  pauseAll: (paused: boolean): Promise<AlertSummary> => api.post('/alerts/pause', { paused }, alertSummary),
  preview: (body: AlertRequest, given: Given = {}) => api.post('/alerts/preview', body, alertPreview, given),
  firings: (query: { readonly cursor?: string | undefined; readonly limit?: number; readonly symbol?: string }, given: Given = {}) =>
    api.page(
      queryPath('/alerts/firings', { cursor: query.cursor, symbol: query.symbol, limit: String(query.limit ?? FIRINGS_PAGE) }),
      firingsPage,
      { ...given, fresh: true },
    ),
  /** Marks firings as read: those named, or all up to one. */
  read: (what: { readonly ids: readonly string[] } | { readonly up_to: number }): Promise<AlertSummary> =>
    api.post('/alerts/firings/read', what, alertSummary),
  exported: () => api.get('/alerts/export', alertsExport, { fresh: true }),
  imported: (alerts: readonly unknown[]) => api.post('/alerts/import', { format: 'aerie-alerts-1', alerts }, alertsImported),
} as const

async function allAlerts(given: Given = {}): Promise<readonly AlertRow[]> {
  const alerts: AlertRow[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, next } = await api.page(queryPath('/alerts', { limit: String(PAGE), cursor }), alertsPage, { ...given, fresh: true })
    alerts.push(...data)
    if (next === null) break
    cursor = next
  }
  return alerts
}

/** What a firing is known by, newest first. */
export const newestFirst = (firings: readonly AlertFiring[]): AlertFiring[] => firings.toSorted((a, b) => b.seq - a.seq)
