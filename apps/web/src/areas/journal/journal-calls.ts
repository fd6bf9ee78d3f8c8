import {
  changeTrip,
  exportPictures,
  exportTrips,
  getTrip,
  getTripTicks,
  listTrips,
  type TripPatch,
  tripColumns,
} from '@aerie/wire/journal/journal'
import {
  type ConnectionBody,
  createConnection,
  deleteConnection,
  type JournalConnection,
  listConnections,
  syncConnection,
} from '@aerie/wire/journal/journal-connections'
import {
  changeImport,
  confirmImport,
  createImport,
  getImportProgress,
  type ImportChoices,
  type JournalImport,
  listImports,
  undoImport,
} from '@aerie/wire/journal/journal-imports'
import { getStatistics, type JournalAccount, listJournalAccounts } from '@aerie/wire/journal/journal-statistics'
import { api, apiText } from '../../platform/api/api.ts'

/** Timeout of a report, ms: it may queue and then take up to a minute; retrying earlier gains nothing. */
const REPORT_MS = 150_000
/** Enough to upload and store 50 MB on a slow connection, ms. */
const LONG_MS = 180_000
/** The server asks the exchange first. */
const CHECK_MS = 45_000
const LONGEST_NAME = 200

/** Null parts are not sent. */
export type StatisticsQuery = Readonly<Record<'from' | 'to' | 'symbol' | 'tag' | 'origin' | 'account' | 'capital', string | null>> & {
  readonly side: 'long' | 'short' | null
}

type Given = { readonly signal?: AbortSignal | undefined }

const partsOf = <Query extends object>(query: Query) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null && value !== '')) as {
    readonly [Part in keyof Query]?: Exclude<Query[Part], null>
  }

/** The form of the list that this app asks for. */
const listTripColumns = { ...listTrips, response: tripColumns }

/** @throws ApiError */
export const journalCalls = {
  columns: (cursor: string | null, given: Given) =>
    api(listTripColumns, { ...given, query: { form: 'columns', cursor: cursor ?? undefined }, fresh: true }),
  trip: (id: string, given: Given = {}) => api(getTrip, { ...given, params: { id }, fresh: true }),
  ticks: (id: string, given: Given = {}) => api(getTripTicks, { ...given, params: { id }, fresh: true }),
  change: (id: string, patch: TripPatch) => api(changeTrip, { params: { id }, body: patch }),
  statistics: (query: StatisticsQuery & { readonly zone: string }, given: Given = {}) =>
    api(getStatistics, { ...given, query: partsOf(query), fresh: true, timeoutMs: REPORT_MS }),
  accounts: async (given: Given = {}): Promise<readonly JournalAccount[]> =>
    (await api(listJournalAccounts, { ...given, fresh: true })).data,
  imports: async (given: Given = {}): Promise<readonly JournalImport[]> => (await api(listImports, { ...given, fresh: true })).data,
  progress: (given: Given = {}) => api(getImportProgress, { ...given, fresh: true }),
  read: (file: File) => api(createImport, { query: { name: file.name.slice(0, LONGEST_NAME) }, body: file, timeoutMs: LONG_MS }),
  answer: (id: string, answer: ImportChoices) => api(changeImport, { params: { id }, body: answer, timeoutMs: LONG_MS }),
  confirm: (id: string) => api(confirmImport, { params: { id }, timeoutMs: LONG_MS }),
  undo: (id: string) => api(undoImport, { params: { id }, timeoutMs: LONG_MS }),
  connections: async (given: Given = {}): Promise<readonly JournalConnection[]> =>
    (await api(listConnections, { ...given, fresh: true })).data,
  connect: (body: ConnectionBody) => api(createConnection, { body, timeoutMs: CHECK_MS }),
  sync: (id: string) => api(syncConnection, { params: { id } }),
  disconnect: (id: string) => api(deleteConnection, { params: { id } }),
  pictures: (query: StatisticsQuery) => apiText(exportPictures, { query: partsOf(query), fresh: true, timeoutMs: LONG_MS }),
  exported: (query: StatisticsQuery) => apiText(exportTrips, { query: partsOf(query), fresh: true, timeoutMs: LONG_MS }),
} as const
