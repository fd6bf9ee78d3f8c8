import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { EMPTY_LAYOUT, type Layout, layout as layoutSchema, MOST_SLOTS, tabsOf } from '@aerie/wire/workspace/layout'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

vi.mock(import('../../platform/toasts/toast.ts'), async (original) => ({ ...(await original()), notify: vi.fn() }))

import { changeChannel } from '../../platform/mirror/views/view-state.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { isEdited, moved, opened, poppedOut, withRedockedSlot } from './layout/layout-edits.ts'
import { fileNameOf, layoutText, nameProblem, parseLayoutText, readLayoutFile } from './layout-menu.tsx'
import { howToAllow } from './popout-windows.ts'
import { testLayout, testWorkspace } from './test/workspace.ts'
import { addSlot, chooseChannel, closeSlot, focusNeighbour, toggleLock, toggleMaximised } from './workspace-actions.ts'
import { workingName } from './workspace-view.tsx'

const workspace = testWorkspace()
const { change, changeSlot, undo, redo, store } = workspace
const now = (): Layout => store.getState().layout ?? EMPTY_LAYOUT
const kinds = () => now().slots.map(({ kind }) => kind)
const idOf = (kind: string): string => defined(now().slots.find((slot) => slot.kind === kind)).id

beforeEach(() => {
  workspace.forget()
  workspace.show(testLayout(), 'saved')
  vi.mocked(notify).mockClear()
})

it('undoes a hundred steps and redoes them', () => {
  for (let index = 0; index < 60; index += 1) changeSlot(idOf('chart'), { title: `Chart ${index}` })
  for (let index = 0; index < 50; index += 1) undo()
  expect(now().slots.find(({ kind }) => kind === 'chart')?.title).toBe('Chart 9')
  for (let index = 0; index < 50; index += 1) redo()
  expect(now().slots.find(({ kind }) => kind === 'chart')?.title).toBe('Chart 59')
  redo()
  expect(store.getState().future).toEqual([])
})

it("keeps the slots' own settings current when a step is undone", () => {
  const id = idOf('chart')
  closeSlot(workspace, idOf('depth'))
  changeSlot(id, { options: { interval: '4h' } }, { isStep: false })
  undo()
  expect(kinds()).toContain('depth')
  expect(now().slots.find((slot) => slot.id === id)?.options).toEqual({ interval: '4h' })
})

it('closes a slot with undo, and focuses its neighbour', () => {
  closeSlot(workspace, idOf('forecast'))
  expect(kinds()).not.toContain('forecast')
  expect(store.getState().focused).toBe(itemAt(now().slots, 0).id)
  const options = itemAt(vi.mocked(notify).mock.calls, -1)[2]
  options?.action?.run()
  expect(kinds()).toContain('forecast')
})

it('adds slots up to the limit, and then shows a warning', () => {
  while (now().slots.length < MOST_SLOTS) addSlot(workspace, 'trades')
  addSlot(workspace, 'trades')
  expect(now().slots.length).toBe(MOST_SLOTS)
  expect(notify).toHaveBeenLastCalledWith('warning', expect.stringContaining('24 slots'))
  expect(z.safeParse(layoutSchema, now()).success).toBe(true)
})

it('keeps the displayed coin in a slot that leaves its channel', () => {
  const id = idOf('depth')
  changeChannel(1, { instrument: { symbol: 'SOL', label: 'Solana' } })
  chooseChannel(workspace, id, null)
  expect(now().slots.find((slot) => slot.id === id)).toMatchObject({ channel: null, coin: 'SOL' })
  chooseChannel(workspace, id, 5)
  expect(now().slots.find((slot) => slot.id === id)).toMatchObject({ channel: 5, coin: 'SOL' })
  changeChannel(1, { instrument: { symbol: 'BTC', label: 'Bitcoin' } })
})

it('does not move slots while the layout is locked', () => {
  toggleLock(workspace)
  const before = now()
  change(moved(idOf('chart'), 'right'))
  expect(now()).toBe(before)
  toggleLock(workspace)
  change(moved(idOf('chart'), 'right'))
  expect(now().place).not.toEqual(before.place)
})

it('maximises without an undo step, and moves the focus to the visible slot', () => {
  const steps = store.getState().past.length
  toggleMaximised(workspace, idOf('depth'))
  expect([now().maximised, store.getState().past.length]).toEqual([idOf('depth'), steps])
  toggleMaximised(workspace, idOf('depth'))
  expect(now().maximised).toBeNull()
  store.setState({ focused: idOf('watchlist') })
  focusNeighbour(workspace, 'right')
  expect(store.getState().focused).toBe(idOf('chart'))
})

it('moves a slot into a window and back, and opens a layout in one window', () => {
  const id = idOf('depth')
  const out = poppedOut(id)(now())
  expect(tabsOf(out.place).some(({ slots }) => slots.includes(id))).toBe(false)
  expect(z.safeParse(layoutSchema, out).success).toBe(true)
  for (const back of [withRedockedSlot(out, id), opened(out)]) {
    expect(back.windows).toEqual([])
    expect(z.safeParse(layoutSchema, back).success).toBe(true)
  }
})

it('reads a file it exported, and explains what is wrong with others', async () => {
  expect(parseLayoutText(layoutText(now()))).toEqual({ ok: true, value: now() })
  expect(parseLayoutText('{')).toMatchObject({ ok: false, message: expect.stringContaining('not JSON') })
  expect(parseLayoutText('{"version":1,"slots":[{"id":"a"}]}')).toMatchObject({
    ok: false,
    message: expect.stringContaining('slots[0].kind'),
  })
  const large = new File([new Uint8Array(10 * 1024 * 1024)], 'large.json')
  expect(await readLayoutFile(large)).toMatchObject({ ok: false, message: expect.stringContaining('10.0 MB') })
  expect(await readLayoutFile(new File([], 'empty.json'))).toMatchObject({ ok: false, message: 'The file is empty.' })
  expect(await readLayoutFile(new File([layoutText(now())], 'mine.json'))).toMatchObject({ ok: true })
})

it('names files and working copies, and refuses taken and reserved names', () => {
  expect(fileNameOf('Früh / BTC')).toBe('aerie-layout-Früh-BTC.json')
  expect(fileNameOf('')).toBe('aerie-layout.json')
  expect(['', 'aerie-mirror-1', 'aerie-mirror-2', 'other'].map((name) => workingName(workspace, name))).toEqual([
    '~main',
    '~mirror 1',
    '~mirror 2',
    '~main',
  ])
  expect(workingName({ savedAs: 'trade' }, '')).toBe('~trade')
  expect(workingName({ savedAs: 'trade' }, '', 'wide')).toBe('~trade wide')
  expect(workingName({ savedAs: 'trade' }, 'aerie-mirror-1', 'wide')).toBe('~trade mirror 1')
  expect(nameProblem('~main', [])).toContain('cannot begin')
  expect(nameProblem('Morning', ['Morning'])).toContain('A layout with this name exists')
  expect(nameProblem('Morning', [])).toBeNull()
})

it('explains where each browser allows pop-up windows', () => {
  expect(howToAllow('Mozilla/5.0 Gecko/20100101 Firefox/140.0')).toContain('Options')
  expect(howToAllow('Mozilla/5.0 Chrome/140.0 Safari/537.36')).toContain('address bar')
  expect(howToAllow('Mozilla/5.0 Version/18.0 Safari/605')).toContain('Safari')
})

it('marks a layout as changed once saving it would change the saved one', () => {
  const saved = testLayout()
  const [first, second] = saved.slots
  if (first === undefined || second === undefined) throw new Error('a layout of fewer slots')
  expect(isEdited({ ...saved, name: 'Other', maximised: first.id }, saved)).toBe(false)
  expect(isEdited(poppedOut(first.id)(saved), poppedOut(first.id)(saved))).toBe(false)
  expect(isEdited({ ...saved, locked: true }, saved)).toBe(true)
  expect(isEdited({ ...saved, slots: saved.slots.with(0, { ...first, coin: 'ETH' }) }, saved)).toBe(true)
  expect(isEdited(moved(first.id, 'right')(saved), saved)).toBe(true)
})
