import { changeReplay, getReplay, type ReplayCommand } from '@aerie/wire/market/replay'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'

export type ReplayMoment = { readonly run: number; readonly state: string; readonly speed: number }

export const replayQuery = ({ run, state, speed }: ReplayMoment) =>
  queryOptions({
    queryKey: ['replay', run, state, speed] as const,
    queryFn: ({ signal }) => api(getReplay, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

/** Sends a replay command, which affects all users of this server. @throws ApiError */
export const controlReplay = (command: ReplayCommand) => api(changeReplay, { body: command })
