import { type ReplayCommand, replayView } from '@aerie/wire/market/replay'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/http/api.ts'

/** What of the market's status tells that the replay stands otherwise. */
export type ReplayMoment = { readonly run: number; readonly state: string; readonly speed: number }

/** How the server's replay stands, read again whenever the market says that it has changed. */
export const replayQuery = ({ run, state, speed }: ReplayMoment) =>
  queryOptions({
    queryKey: ['replay', run, state, speed] as const,
    queryFn: ({ signal }) => api.get('/market/replay', replayView, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

/** Presses one of the controls, for everybody on this server. @throws ApiError */
export const controlReplay = (command: ReplayCommand) => api.post('/market/replay', command, replayView)
