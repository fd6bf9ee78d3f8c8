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
import { api } from '../../platform/api/api.ts'
import type { AlertRequest } from './alert-draft.ts'

/** Alerts per page. Page size times page limit exceeds every plan's alert limit. */
const PAGE = 200
const MOST_PAGES = 15
export const FIRINGS_PAGE = 50

type Given = { readonly signal?: AbortSignal | undefined }
type Query = Readonly<Record<string, string | undefined>>

export function queryPath(route: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? route : `${route}?${new URLSearchParams(given)}`
}

const ofAlert = (id: string): string => `/alerts/${encodeURIComponent(id)}`

/** Clears the fields a replacement does not set. */
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

/** @throws ApiError with the server's own text when it rejects a field */
export const alertCalls = {
  all: allAlerts,
  summary: (given: Given = {}): Promise<AlertSummary> => api.get('/alerts/summary', alertSummary, { ...given, fresh: true }),
  create: (body: AlertRequest): Promise<AlertRow> => api.post('/alerts', body, alertRow),
  /** Replaces the whole alert: fields missing from the request are cleared. */
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

export const newestFirst = (firings: readonly AlertFiring[]): AlertFiring[] => firings.toSorted((a, b) => b.seq - a.seq)
