import {
  type AlertFiring,
  type AlertRow,
  type AlertSummary,
  changeAlert,
  createAlert,
  deleteAlert,
  exportAlerts,
  getAlertSummary,
  importAlerts,
  listAlerts,
  listFirings,
  pauseAlerts,
  previewAlert,
  readFirings,
} from '@aerie/wire/alerts/alert-rows'
import { api } from '../../platform/api/api.ts'
import { readAllRows } from '../../platform/api/first-page.ts'
import type { AlertRequest } from './alert-draft.ts'

/** Alerts per page. Page size times page limit exceeds every plan's alert limit. */
const PAGE = 200
const MOST_PAGES = 15
export const FIRINGS_PAGE = 50

type Given = { readonly signal?: AbortSignal | undefined }

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
  all: (given: Given = {}): Promise<readonly AlertRow[]> =>
    readAllRows(MOST_PAGES, (cursor) => api(listAlerts, { query: { limit: String(PAGE), cursor }, ...given, fresh: true })),
  summary: (given: Given = {}): Promise<AlertSummary> => api(getAlertSummary, { ...given, fresh: true }),
  create: (body: AlertRequest): Promise<AlertRow> => api(createAlert, { body: body }),
  /** Replaces the whole alert: fields missing from the request are cleared. */
  replace: (id: string, body: AlertRequest): Promise<AlertRow> => api(changeAlert, { params: { id }, body: { ...CLEARED, ...body } }),
  move: (id: string, level: string): Promise<AlertRow> => api(changeAlert, { params: { id }, body: { level } }),
  pause: (id: string, paused: boolean): Promise<AlertRow> => api(changeAlert, { params: { id }, body: { paused } }),
  remove: (id: string): Promise<null> => api(deleteAlert, { params: { id } }),
  pauseAll: (paused: boolean): Promise<AlertSummary> => api(pauseAlerts, { body: { paused } }),
  preview: (body: AlertRequest, given: Given = {}) => api(previewAlert, { body: body, ...given }),
  firings: (query: { readonly cursor?: string | undefined; readonly limit?: number; readonly symbol?: string }, given: Given = {}) =>
    api(listFirings, {
      query: { cursor: query.cursor, symbol: query.symbol, limit: String(query.limit ?? FIRINGS_PAGE) },
      ...given,
      fresh: true,
    }),
  read: (what: { readonly ids: string[] } | { readonly up_to: number }): Promise<AlertSummary> => api(readFirings, { body: what }),
  exported: () => api(exportAlerts, { fresh: true }),
  imported: (alerts: readonly unknown[]) => api(importAlerts, { body: { format: 'aerie-alerts-1', alerts: [...alerts] } }),
} as const

export const newestFirst = (firings: readonly AlertFiring[]): AlertFiring[] => firings.toSorted((a, b) => b.seq - a.seq)
