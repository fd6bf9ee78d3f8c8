import { type TripDetail, type TripPatch, type TripTicks, tripColumns, tripDetail, tripTicks } from '@aerie/wire/journal/journal'
import { type ImportChoices, importProgress, importsPage, type JournalImport, journalImport } from '@aerie/wire/journal/journal-imports'
import { type JournalStatistics, journalStatistics } from '@aerie/wire/journal/journal-statistics'
import { api } from '../../platform/api/api.ts'

/** Timeout of a report, ms: it may queue and then take up to a minute; retrying earlier gains nothing. */
const REPORT_MS = 150_000
/** Enough to upload and store 50 MB on a slow connection, ms. */
const LONG_MS = 180_000
const LONGEST_NAME = 200

type Given = { readonly signal?: AbortSignal | undefined }
type Query = Readonly<Record<string, string | null | undefined>>

const path = (route: string, query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, value]],
  )
  return given.length === 0 ? `/journal${route}` : `/journal${route}?${new URLSearchParams(given)}`
}
const tripPath = (id: string): string => `/trips/${encodeURIComponent(id)}`
const importPath = (id: string, what = ''): string => path(`/imports/${encodeURIComponent(id)}${what}`)

/** @throws ApiError */
export const journalCalls = {
  columns: (cursor: string | null, given: Given) =>
    api.page(path('/trips', { form: 'columns', cursor }), tripColumns, { ...given, fresh: true }),
  trip: (id: string, given: Given = {}): Promise<TripDetail> => api.get(path(tripPath(id)), tripDetail, { ...given, fresh: true }),
  ticks: (id: string, given: Given = {}): Promise<TripTicks> =>
    api.get(path(`${tripPath(id)}/ticks`), tripTicks, { ...given, fresh: true }),
  change: (id: string, patch: TripPatch): Promise<TripDetail> => api.patch(path(tripPath(id)), patch, tripDetail),
  statistics: (query: Query, given: Given = {}): Promise<JournalStatistics> =>
    api.get(path('/statistics', query), journalStatistics, { ...given, fresh: true, timeoutMs: REPORT_MS }),
  imports: async (given: Given = {}): Promise<readonly JournalImport[]> =>
    (await api.page(path('/imports'), importsPage, { ...given, fresh: true })).data,
  progress: (given: Given = {}) => api.get(path('/imports/progress'), importProgress, { ...given, fresh: true }),
  read: (file: File): Promise<JournalImport> =>
    api.post(path('/imports', { name: file.name.slice(0, LONGEST_NAME) }), file, journalImport, {
      headers: { 'content-type': 'text/csv' },
      timeoutMs: LONG_MS,
    }),
  answer: (id: string, answer: ImportChoices): Promise<JournalImport> =>
    api.patch(importPath(id), answer, journalImport, { timeoutMs: LONG_MS }),
  confirm: (id: string): Promise<JournalImport> => api.post(importPath(id, '/confirm'), {}, journalImport, { timeoutMs: LONG_MS }),
  undo: (id: string): Promise<JournalImport> => api.delete(importPath(id), journalImport, { timeoutMs: LONG_MS }),
  pictures: (query: Query) => api.text(path('/export/pictures', query), { fresh: true, timeoutMs: LONG_MS }),
  exported: (query: Query) => api.text(path('/export', query), { fresh: true, timeoutMs: LONG_MS }),
} as const
