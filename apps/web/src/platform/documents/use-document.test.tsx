import { EMPTY_LAYOUT } from '@aerie/wire/workspace/layout'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emitNoticesResumed, receiveNotice } from '../live/notices.ts'
import { useSession } from '../session/session.ts'
import { testUser } from '../session/test/user.ts'
import { LAYOUT } from './document-spec.ts'
import { WATCHLISTS } from './document-specs.ts'
import { createDocument, deleteDocument, readDocument, useDocumentNames } from './named-documents.ts'
import { useDocument } from './use-document.ts'

vi.mock('../live/messages/messages-client.ts', () => ({ openMessages: () => undefined }))

let shelf: Map<string, { version: number; body: unknown }>
let versions = 0
const owner = () => useSession.getState().user?.user_id ?? ''
const storeDocument = (path: string, body: unknown) => {
  versions += 1
  shelf.set(`${owner()} ${path}`, { version: versions, body })
  return versions
}
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'No', status, code, detail: '' }), { status })
const fetched = vi.fn<typeof fetch>(async (url, init) => {
  const path = String(url).replace('/api/v1/workspace/', '')
  const present = shelf.get(`${owner()} ${path}`) ?? { version: 0, body: null }
  if (init?.method === 'DELETE') {
    shelf.delete(`${owner()} ${path}`)
    return Response.json({ data: null })
  }
  if (init?.method === 'PUT') {
    const sent: { version: number; body: unknown } = JSON.parse(String(init.body))
    if (sent.version !== present.version) return refusal(409, 'conflict')
    return Response.json({ data: { version: storeDocument(path, sent.body), updated_at: 1 } })
  }
  if (path.includes('/')) return Response.json({ data: { ...present, updated_at: null } })
  const prefix = `${owner()} ${path}/`
  const named = [...shelf].filter(([key]) => key.startsWith(prefix))
  return Response.json({
    data: named.map(([key, { version }]) => ({ name: decodeURIComponent(key.slice(prefix.length)), version, updated_at: 1 })),
  })
})
const lists = (...symbols: string[]) => ({ lists: [{ id: 'a', name: 'Mine', symbols }] })
const layout = (name: string) => ({ ...EMPTY_LAYOUT, name })
const logIn = (user_id: string) =>
  act(() => useSession.setState({ phase: 'active', token: 't', user: testUser({ user_id }), endsAt: null }))

let number = 0
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  localStorage.clear()
  shelf = new Map()
  number += 1
  logIn(`wren-${number}`)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('is one document for all its consumers, saved once', async () => {
  const [one, two] = [renderHook(() => useDocument(WATCHLISTS)), renderHook(() => useDocument(WATCHLISTS))]
  await waitFor(() => expect(one.result.current.state).toBe('ready'))
  act(() => one.result.current.change(() => lists('BTC')))
  expect(two.result.current).toMatchObject({ value: lists('BTC'), saving: 'saving' })
  await waitFor(() => expect(two.result.current.saving).toBe('saved'))
  expect(fetched.mock.calls.map(([, init]) => init?.method)).toEqual(['GET', 'PUT'])
})

it('sends unsaved changes when its last consumer unmounts', async () => {
  const { result, unmount } = renderHook(() => useDocument(WATCHLISTS))
  await waitFor(() => expect(result.current.state).toBe('ready'))
  act(() => result.current.change(() => lists('BTC')))
  unmount()
  await waitFor(() => expect([...shelf.values()][0]?.body).toEqual(lists('BTC')))
})

it('is notified of what another window has saved or deleted', async () => {
  const { result } = renderHook(() => useDocument(WATCHLISTS))
  await waitFor(() => expect(result.current.state).toBe('ready'))
  const version = storeDocument('watchlists/main', lists('SOL'))
  act(() => receiveNotice({ kind: 'workspace', document: 'watchlists', name: 'main', version }))
  await waitFor(() => expect(result.current.value).toEqual(lists('SOL')))
  shelf.clear()
  act(() => receiveNotice({ kind: 'workspace', document: 'watchlists', name: 'main', version: 0 }))
  await waitFor(() => expect(result.current.value).toEqual({ lists: [] }))
})

it('reloads when notifications may have been missed', async () => {
  const { result } = renderHook(() => useDocument(WATCHLISTS))
  await waitFor(() => expect(result.current.state).toBe('ready'))
  storeDocument('watchlists/main', lists('XRP'))
  act(() => emitNoticesResumed())
  await waitFor(() => expect(result.current.value).toEqual(lists('XRP')))
})

it('shows nothing of one user to the next', async () => {
  storeDocument('watchlists/main', lists('BTC'))
  const { result } = renderHook(() => useDocument(WATCHLISTS))
  await waitFor(() => expect(result.current.value).toEqual(lists('BTC')))
  const before = result.current
  logIn(`robin-${number}`)
  expect(result.current.value).not.toEqual(lists('BTC'))
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', value: { lists: [] } }))
  act(() => before.change(() => lists('LATE')))
  expect(result.current.value).toEqual({ lists: [] })
})

it('has no layout before one is saved, and lists, loads and deletes saved ones', async () => {
  const names = renderHook(() => useDocumentNames('layout'))
  const one = renderHook(() => useDocument(LAYOUT, 'Läufer 1'))
  await waitFor(() => expect(one.result.current).toMatchObject({ state: 'ready', value: null }))
  await act(() => createDocument('layout', 'Läufer 1', layout('Läufer 1')))
  await expect(createDocument('layout', 'Läufer 1', layout('again'))).rejects.toMatchObject({ code: 'conflict' })
  await waitFor(() => expect(one.result.current.value).toEqual(layout('Läufer 1')))
  act(() => receiveNotice({ kind: 'workspace', document: 'layout', name: 'Läufer 1', version: versions }))
  await waitFor(() => expect(names.result.current.data?.map(({ name }) => name)).toEqual(['Läufer 1']))
  expect(await readDocument('layout', 'Läufer 1')).toEqual(layout('Läufer 1'))
  await act(() => deleteDocument('layout', 'Läufer 1'))
  expect(one.result.current.value).toBeNull()
  expect(await readDocument('layout', 'Läufer 1')).toBeNull()
})
