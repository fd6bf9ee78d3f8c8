import { defined } from '@aerie/core/defined'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerActions } from '../../platform/commands/action.ts'
import { storeKeyChoices } from '../../platform/commands/key-choices.ts'
import { closeLayer, openLayer, useLayer } from '../../platform/navigation/layers.ts'
import { bindNavigation } from '../../platform/navigation/navigation.ts'
import { switchShortcuts } from '../../ui/appearance.ts'
import { ACTIONS } from './actions.ts'
import { listenForShortcuts } from './shortcuts.ts'

const openMirror = vi.hoisted(() => vi.fn())
vi.mock('../../platform/mirror/windows/mirror-windows.ts', async (original) => ({ ...(await original<object>()), openMirror }))

const went = vi.fn<(path: string) => void>()
let stop: () => void
const press = (key: string, more: KeyboardEventInit = {}, at: EventTarget = document.body) =>
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
/** The shortcut table is loaded lazily on the first key press. */
const tableIsHere = async () => {
  press('Shift')
  await import('./shortcut-engine.ts')
  await new Promise((resolve) => setTimeout(resolve))
}

beforeEach(async () => {
  bindNavigation(went)
  went.mockReset()
  closeLayer()
  switchShortcuts(true)
  storeKeyChoices({})
  document.body.innerHTML =
    '<input id="field"><textarea id="area"></textarea><p id="rich" contenteditable="true"></p><button id="button"></button>'
  stop = listenForShortcuts(document)
  await tableIsHere()
})
afterEach(() => stop())

const open = () => useLayer.getState().open

describe('shortcuts', () => {
  it('open a section by g and a letter', () => {
    press('g')
    press('h')
    expect(went).toHaveBeenCalledExactlyOnceWith('/')
  })

  it.each([
    [{ key: 'k', ctrlKey: true }, 'palette'],
    [{ key: 'k', metaKey: true }, 'palette'],
    [{ key: '/' }, 'coins'],
    [{ key: '/', shiftKey: true, code: 'Digit7' }, 'coins'],
    [{ key: '?', shiftKey: true }, 'shortcuts'],
  ])('%o opens %s and overrides the browser’s default', ({ key, ...more }, layer) => {
    expect(press(key, more)).toBe(false)
    expect(open()).toBe(layer)
  })

  it('open the mirror by Ctrl+Shift+M', () => {
    press('M', { ctrlKey: true, shiftKey: true })
    expect(openMirror).toHaveBeenCalledExactlyOnceWith('next')
  })

  it.each(['field', 'area', 'rich'])('do nothing while the user types in a %s, except those with Ctrl', (id) => {
    const field = defined(document.getElementById(id))
    press('?', {}, field)
    press('g', {}, field)
    press('h', {}, field)
    press('T', { shiftKey: true }, field)
    expect([open(), went.mock.calls]).toEqual([null, []])
    press('k', { ctrlKey: true }, field)
    expect(open()).toBe('palette')
  })

  it('never override text editing keys or Alt in a field', () => {
    const run = vi.fn()
    const unregister = registerActions('test', [
      { id: 'undo', title: 'Undo', group: 'Workspace', keys: 'mod+z', run },
      { id: 'left', title: 'Left', group: 'Workspace', keys: 'alt+arrowleft', run },
    ])
    const field = defined(document.getElementById('field'))
    expect([press('z', { ctrlKey: true }, field), press('ArrowLeft', { altKey: true }, field)]).toEqual([true, true])
    expect(run).not.toHaveBeenCalled()
    press('z', { ctrlKey: true })
    press('ArrowLeft', { altKey: true })
    expect(run).toHaveBeenCalledTimes(2)
    unregister()
  })

  it('do nothing for a press that part of the page has handled', () => {
    const button = defined(document.getElementById('button'))
    button.addEventListener('keydown', (event) => event.preventDefault())
    press('?', {}, button)
    expect(open()).toBeNull()
  })

  it('do nothing over an open layer or dialog', () => {
    openLayer('log-out')
    press('k', { ctrlKey: true })
    expect(open()).toBe('log-out')
    closeLayer()
    document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>')
    press('k', { ctrlKey: true })
    expect(open()).toBeNull()
  })

  it('can be switched off', () => {
    switchShortcuts(false)
    expect(press('?')).toBe(true)
    expect(open()).toBeNull()
  })

  it('ignore what is not offered: IPC to a claw subscriber', () => {
    press('g')
    press('i')
    expect(went).not.toHaveBeenCalled()
  })

  it('repeat while a key is held only where that is intended', () => {
    const runs: string[] = []
    const unregister = registerActions('test', [
      { id: 'more', title: 'More', group: 'Workspace', keys: 'x', repeats: true, run: () => runs.push('more') },
      { id: 'once', title: 'Once', group: 'Workspace', keys: 'z', run: () => runs.push('once') },
    ])
    for (const key of ['x', 'z']) for (const repeat of [false, true, true]) press(key, { repeat })
    expect(runs).toEqual(['more', 'more', 'more', 'once'])
    unregister()
  })
})

describe('user-defined keys', () => {
  it('replace the default keys of an action', () => {
    storeKeyChoices({ palette: 'mod+shift+p', coins: 'x c', shortcuts: '' })
    press('k', { ctrlKey: true })
    press('/')
    press('?')
    expect(open()).toBeNull()
    press('P', { ctrlKey: true, shiftKey: true })
    expect(open()).toBe('palette')
    closeLayer()
    press('x')
    press('c')
    expect(open()).toBe('coins')
  })

  it('take precedence over the same keys of another action', () => {
    storeKeyChoices({ palette: '/' })
    press('/')
    expect(open()).toBe('palette')
  })

  it('are received from another window, and removed when it logs out', () => {
    localStorage.setItem('aerie.keys', JSON.stringify({ palette: 'p' }))
    dispatchEvent(new StorageEvent('storage', { key: 'aerie.keys' }))
    press('p')
    expect(open()).toBe('palette')
    closeLayer()
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    press('p')
    expect(open()).toBeNull()
    press('k', { ctrlKey: true })
    expect(open()).toBe('palette')
  })
})

describe('actions of the current screen', () => {
  it('replace one with the same id, and are removed with their component', () => {
    const run = vi.fn()
    const unregister = registerActions('test', [{ id: 'coins', title: 'Find in this list', group: 'Find', keys: '/', run }])
    press('/')
    expect([run.mock.calls.length, open()]).toEqual([1, null])
    unregister()
    press('/')
    expect([run.mock.calls.length, open()]).toEqual([1, 'coins'])
  })

  it('of the newest component take precedence, and registering again replaces', () => {
    const runs: string[] = []
    const testActions = (text: string) => [{ id: text, title: text, group: 'Workspace' as const, keys: 'z', run: () => runs.push(text) }]
    const first = registerActions('one', testActions('one'))
    const second = registerActions('two', testActions('two'))
    press('z')
    const third = registerActions('one', testActions('one again'))
    first()
    press('z')
    third()
    press('z')
    second()
    press('z')
    expect(runs).toEqual(['two', 'one again', 'two'])
  })
})

it('holds the first keys until the table is loaded, and then runs their action', async () => {
  stop()
  vi.resetModules()
  const fresh = await import('./shortcuts.ts')
  const layers = await import('../../platform/navigation/layers.ts')
  stop = fresh.listenForShortcuts(document)
  expect(press('k', { ctrlKey: true })).toBe(false)
  expect(layers.useLayer.getState().open).toBeNull()
  await vi.waitFor(() => expect(layers.useLayer.getState().open).toBe('palette'))
})

it('no two actions share an id, nor keys where both are offered', () => {
  const keys = ACTIONS.flatMap((action) => action.keys ?? [])
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(ACTIONS.map((action) => action.id)).size).toBe(ACTIONS.length)
})

it('no keys are a prefix of others, so that each fires at once', () => {
  const keys = ACTIONS.flatMap((action) => action.keys ?? [])
  expect(keys.filter((one) => keys.some((other) => other.startsWith(`${one} `)))).toEqual([])
})
