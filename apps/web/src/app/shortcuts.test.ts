import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACTIONS } from './actions.ts'
import { switchShortcuts } from './appearance.ts'
import { closeLayer, openLayer, useLayer } from './layers.ts'
import { bindNavigation } from './navigation.ts'
import { listenForShortcuts } from './shortcuts.ts'

const went = vi.fn<(path: string) => void>()
let stop: () => void
const press = (key: string, more: KeyboardEventInit = {}, at: EventTarget = document.body) =>
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

beforeEach(() => {
  bindNavigation(went)
  went.mockReset()
  closeLayer()
  switchShortcuts(true)
  document.body.innerHTML = '<input id="field">'
  stop = listenForShortcuts(document)
})
afterEach(() => stop())

describe('shortcuts', () => {
  it('go to a section by g and a letter', () => {
    press('g')
    press('h')
    expect(went).toHaveBeenCalledExactlyOnceWith('/')
  })

  it.each([
    [{ key: 'k', ctrlKey: true }, 'palette'],
    [{ key: 'k', metaKey: true }, 'palette'],
    [{ key: '/' }, 'coins'],
    [{ key: '?', shiftKey: true }, 'shortcuts'],
  ])('%o opens %s and keeps the browser from its own meaning', ({ key, ...more }, layer) => {
    expect(press(key, more)).toBe(false)
    expect(useLayer.getState().open).toBe(layer)
  })

  it('open the mirror in a popup of 1600x900 by Ctrl+Shift+M, then the second, then no more', () => {
    const windows: string[] = []
    vi.stubGlobal('open', (path: string, name: string, features: string) => {
      windows.push(`${path} ${name} ${features}`)
      return { closed: false, focus: () => undefined }
    })
    for (let time = 0; time < 3; time += 1) press('M', { ctrlKey: true, shiftKey: true })
    expect(windows).toEqual([
      '/mirror aerie-mirror-1 popup=yes,width=1600,height=900',
      '/mirror aerie-mirror-2 popup=yes,width=1600,height=900',
    ])
    vi.unstubAllGlobals()
  })

  it('fire nothing while one types, but for those with Ctrl', () => {
    const field = document.getElementById('field')!
    press('?', {}, field)
    press('g', {}, field)
    press('h', {}, field)
    expect([useLayer.getState().open, went.mock.calls]).toEqual([null, []])
    press('k', { ctrlKey: true }, field)
    expect(useLayer.getState().open).toBe('palette')
  })

  it('fire nothing over an open layer', () => {
    openLayer('log-out')
    press('k', { ctrlKey: true })
    expect(useLayer.getState().open).toBe('log-out')
  })

  it('can be switched off', () => {
    switchShortcuts(false)
    expect(press('?')).toBe(true)
    expect(useLayer.getState().open).toBeNull()
  })

  it('leave alone what is not offered: IPC to a claw subscriber', () => {
    press('g')
    press('i')
    expect(went).not.toHaveBeenCalled()
  })
})

it('no two actions share an id or a shortcut', () => {
  const keys = ACTIONS.flatMap((action) => action.keys ?? [])
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(ACTIONS.map((action) => action.id)).size).toBe(ACTIONS.length)
})
