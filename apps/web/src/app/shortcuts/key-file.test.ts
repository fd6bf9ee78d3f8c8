import { itemAt } from '@aerie/core/item-at'
import { expect, it, vi } from 'vitest'
import type { Action } from '../../platform/commands/action.ts'
import { readKeyFile, saveKeyFile } from './shortcut-sheet.tsx'

vi.mock(import('../../platform/storage/save-file.ts'), () => ({ saveFile: vi.fn() }))

import { saveFile } from '../../platform/storage/save-file.ts'

const action = (id: string, title: string, keys?: string): Action => ({
  id,
  title,
  group: 'Find',
  run: () => undefined,
  ...(keys === undefined ? {} : { keys }),
})
const offered = [action('coins', 'Search coins', '/'), action('palette', 'Command palette', 'mod+k')]
const all = [...offered, action('log-in', 'Log In')]
const read = (content: unknown, more: readonly Action[] = []) =>
  readKeyFile(new File([typeof content === 'string' ? content : JSON.stringify(content)], 'keys.json'), {
    all: [...all, ...more],
    offered: [...offered, ...more],
  })
const keysOfFile = (keys: object) => ({ version: 1, keys })

it('reads the file it wrote', async () => {
  const keys = { coins: 'x c', palette: '', 'log-in': 'mod+shift+l', 'workspace close': 'alt+w' }
  saveKeyFile(keys)
  const [name, text, type] = itemAt(vi.mocked(saveFile).mock.calls, 0)
  expect([name, type]).toEqual(['aerie-shortcuts.json', 'application/json'])
  expect(await read(text)).toEqual({ ok: true, value: keys })
})

it.each([
  [
    'an action that there is not',
    { coinz: 'x', coin: 'y' },
    'The file has shortcuts for “coinz” and 1 more, unknown to this version of Aerie.',
  ],
  [
    'keys of the browser',
    { coins: 'mod+t' },
    'Shortcut for Search coins: Ctrl+T is used by the browser: it opens a new tab. Choose another shortcut.',
  ],
  ['what is no key', { coins: 'CTRL' }, 'Shortcut for Search coins: “CTRL” is not a key.'],
  [
    'more than an account keeps',
    Object.fromEntries(Array.from({ length: 301 }, (_, i) => [i, ''])),
    'An account can keep shortcuts for at most 300 actions.',
  ],
  ['keys that another has', { coins: 'mod+k' }, 'Ctrl+K for Search coins conflicts with Command palette.'],
  ['keys that another begins with', { coins: 'x', palette: 'x y' }, 'X for Search coins conflicts with Command palette.'],
])('rejects %s, and changes nothing', async (_what, keys, message) =>
  expect(await read(keysOfFile(keys))).toEqual({ ok: false, message: `${message} Nothing was changed.` }),
)

it('accepts keys that two actions have swapped', async () =>
  expect(await read(keysOfFile({ coins: 'mod+k', palette: '/' }))).toMatchObject({ ok: true }))

it('accepts keys of actions of other pages unchecked, and on their own page only for existing actions', async () => {
  const keys = keysOfFile({ 'workspace fly': 'x' })
  expect(await read(keys)).toMatchObject({ ok: true })
  expect(await read(keys, [action('workspace close', 'Close slot')])).toMatchObject({
    ok: false,
    message: expect.stringContaining('“workspace fly”'),
  })
})

it.each([
  ['a large one', 'x'.repeat(1024 * 1024), 'The file has 1.0 MB; a set of shortcuts has at most 64 kB. Nothing was imported.'],
  ['an empty one', '', 'The file is empty.'],
  ['other text', 'keys', 'The file is not JSON: it is damaged, or not a set of shortcuts.'],
])('rejects %s', async (_what, content, message) => expect(await read(content)).toEqual({ ok: false, message }))

it('rejects what is not a set of shortcuts, with the position of the error', async () => {
  for (const [content, where] of [
    [{ version: 2, keys: {} }, 'version: this version reads shortcut files of version 1'],
    [keysOfFile({ coins: 1 }), 'keys.coins'],
    [{ version: 1, slots: [] }, 'keys'],
  ] as const)
    expect(await read(content)).toMatchObject({
      ok: false,
      message: expect.stringMatching(new RegExp(`not a set of shortcuts: .*${where}`)),
    })
})
