import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api/api-error.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { alertCalls } from './alert-calls.ts'
import { pauseAlert, removeAlert } from './alert-commands.ts'
import { alertsQuery, refetch } from './alert-queries.ts'
import { testAlert } from './test/alerts.ts'

const notified = vi.hoisted(() => vi.fn<(type: string, text: string, options?: { action?: { run: () => void } }) => void>())
vi.mock(import('../../platform/toasts/toast.ts'), async (original) => ({ ...(await original()), notify: notified }))

const all = vi.spyOn(alertCalls, 'all')
const pause = vi.spyOn(alertCalls, 'pause')
const remove = vi.spyOn(alertCalls, 'remove')
const create = vi.spyOn(alertCalls, 'create')

const known = () => queryClient.getQueryData(alertsQuery.queryKey)
const states = () => known()?.map(({ state }) => state)
const on = testAlert(1)
const off = testAlert(1, { state: 'paused' })

beforeEach(() => {
  vi.resetAllMocks()
  queryClient.clear()
  queryClient.setQueryData(alertsQuery.queryKey, [on])
})

it('sends changes one after the other, and shows the newest whatever an older response contains', async () => {
  const first = Promise.withResolvers<AlertRow>()
  pause.mockReturnValueOnce(first.promise).mockResolvedValueOnce(on)
  const changes = [pauseAlert(on, true), pauseAlert(off, false)]
  await vi.waitFor(() => expect(pause).toHaveBeenCalledTimes(1))
  expect(states()).toEqual(['active'])
  first.resolve(off)
  await changes[0]
  expect(states()).toEqual(['active'])
  await Promise.all(changes)
  expect(pause.mock.calls.map(([, paused]) => paused)).toEqual([true, false])
})

it('restores a deleted alert as it was, after quick changes before', async () => {
  pause.mockResolvedValueOnce(off).mockResolvedValueOnce(on)
  remove.mockResolvedValueOnce(null)
  create.mockResolvedValueOnce(testAlert(2))
  await Promise.all([pauseAlert(on, true), pauseAlert(off, false), removeAlert(on)])
  expect(known()).toEqual([])
  notified.mock.calls.at(-1)?.[2]?.action?.run()
  await vi.waitFor(() => expect(known()?.map(({ id }) => id)).toEqual([testAlert(2).id]))
  expect(pause).toHaveBeenCalledTimes(2)
})

it('keeps showing pending changes when an earlier one is refused, and then reads the current state', async () => {
  const other = testAlert(2)
  queryClient.setQueryData(alertsQuery.queryKey, [on, other])
  const second = Promise.withResolvers<AlertRow>()
  pause.mockRejectedValueOnce(new ApiError({ status: 409, code: 'conflict', detail: 'No.' })).mockReturnValueOnce(second.promise)
  const changes = [pauseAlert(on, true), pauseAlert(other, true)]
  expect(await changes[0]).toBe(false)
  expect(states()).toEqual(['paused', 'paused'])
  all.mockResolvedValue([on, testAlert(2, { state: 'paused' })])
  const seen = queryClient.getQueryCache().find({ queryKey: alertsQuery.queryKey })
  second.resolve(testAlert(2, { state: 'paused' }))
  await Promise.all(changes)
  expect(seen?.state.isInvalidated).toBe(true)
})

it('reads no list between changes, and ignores one requested before them', async () => {
  const older = Promise.withResolvers<readonly AlertRow[]>()
  all.mockReturnValueOnce(older.promise)
  const asked = queryClient.fetchQuery({ ...alertsQuery, staleTime: 0 }).catch(() => undefined)
  const answer = Promise.withResolvers<AlertRow>()
  pause.mockReturnValueOnce(answer.promise)
  const change = pauseAlert(on, true)
  refetch(['alerts', 'list'])
  older.resolve([on])
  await asked
  expect(states()).toEqual(['paused'])
  answer.resolve(off)
  await change
  expect([states(), all.mock.calls.length]).toEqual([['paused'], 1])
  expect(queryClient.getQueryState(alertsQuery.queryKey)?.isInvalidated).toBe(true)
})
