import '../../../test/no-messages.ts'
import type { CopyNotice } from '@aerie/wire/copies'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { receiveNotice } from '../../platform/live/notices.ts'
import { followCopyNews } from './copy-calls.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const SHOWN = { mine: ['mine'], log: ['log', 'skipped', ''], leaders: ['leaders'], leader: ['leader', ID], own: ['own'] } as const
type Name = keyof typeof SHOWN
const ENTRY: Extract<CopyNotice, { event: 'entry' }>['entry'] = {
  id: 1,
  copy: ID,
  leader_name: 'Ada Lovelace',
  symbol: 'SOL',
  kind: 'position',
  outcome: 'copied',
  reason: null,
  detail: null,
  leader_position: '10',
  leader_price: '100',
  target: '1',
  held: '0',
  wanted: '1',
  filled: '1',
  price: '100',
  fee: '0',
  at: '2026-01-01T00:00:00.000Z',
  delay_ms: 4,
}
const receiveCopyNotice = (data: CopyNotice): void => receiveNotice({ kind: 'copy', data })
const entries = (count: number): void => {
  for (let one = 0; one < count; one += 1) receiveCopyNotice({ event: 'entry', entry: ENTRY })
}

let reads: Name[]
let answer: () => void
let stops: (() => void)[]
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
const answered = async () => {
  answer()
  await settled()
}

beforeEach(async () => {
  reads = []
  let waiting: (() => void)[] = []
  answer = () => {
    for (const resolve of waiting) resolve()
    waiting = []
  }
  const names: Name[] = ['mine', 'log', 'leaders', 'leader', 'own']
  stops = names.map((name) => {
    const queryFn = () => {
      reads.push(name)
      return new Promise((resolve) => waiting.push(() => resolve(name)))
    }
    return new QueryObserver(queryClient, { queryKey: ['copies', ...SHOWN[name]], queryFn }).subscribe(() => undefined)
  })
  stops.push(followCopyNews())
  await settled()
  await answered()
  reads = []
})
afterEach(() => {
  for (const stop of stops) stop()
  queryClient.clear()
})

it('reloads what an entry concerns, but not the leaders', async () => {
  entries(1)
  await settled()
  expect(reads).toEqual(['mine', 'log'])
})

it('reloads exactly once more for all entries that arrive during a reload', async () => {
  entries(1_000)
  await settled()
  expect(reads).toEqual(['mine', 'log'])
  await answered()
  expect(reads).toEqual(['mine', 'log', 'mine', 'log'])
  await answered()
  expect(reads).toHaveLength(4)
})

it('reloads copies and leaders, but not the log, when a copy is paused', async () => {
  receiveCopyNotice({ event: 'changed', copy: ID, state: 'paused', leader_name: 'Ada Lovelace', detail: null })
  await settled()
  expect(reads.toSorted()).toEqual(['leader', 'leaders', 'mine'])
})

it('misses nothing when notifications arrive together', async () => {
  entries(2)
  receiveCopyNotice({ event: 'changed', copy: ID, state: 'paused', leader_name: 'Ada Lovelace', detail: null })
  await settled()
  await answered()
  expect([...new Set(reads)].toSorted()).toEqual(['leader', 'leaders', 'log', 'mine'])
  expect(reads).not.toContain('own')
})

it('reloads everything when a notification is not recognised', async () => {
  receiveNotice({ kind: 'copy', data: { event: 'unheard of' } })
  await settled()
  expect(reads.toSorted()).toEqual(['leader', 'leaders', 'log', 'mine', 'own'])
})
