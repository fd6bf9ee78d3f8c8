import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerActions } from '../../platform/commands/action.ts'
import { storeKeyChoices, useKeyChoices } from '../../platform/commands/key-choices.ts'
import { SEQUENCE_MS } from '../../platform/commands/shortcut-keys.ts'
import { useSession } from '../../platform/session/session.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'

const onClose = vi.fn()
// Not implemented by happy-dom.
vi.stubGlobal('reportError', vi.fn())
const chosen = () => useKeyChoices.getState().chosen
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const field = () => screen.getByRole('textbox', { name: /^New shortcut for/ })
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more })
const statusText = () => screen.getByRole('status').textContent
/** Frozen event time: on a busy machine the second press of a sequence would otherwise come too late. */
let nowMs = 1_000

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  useSession.setState({ phase: 'guest', token: null, user: null, endsAt: null })
  storeKeyChoices({})
  onClose.mockReset()
  render(<ShortcutSheet onClose={onClose} />)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

const edit = (title: string) => {
  if (screen.queryByRole('button', { name: 'Done' }) === null) fireEvent.click(button('Change shortcuts'))
  fireEvent.click(button(new RegExp(`^Change the shortcut for ${title},`)))
}

describe('help', () => {
  it('shows the current keys of all actions, including those of the page', () => {
    const group = screen.getByRole('region', { name: 'Find' })
    expect(within(group).getByText('Search coins').parentElement?.textContent).toBe('Search coins/')
    cleanup()
    storeKeyChoices({ coins: 'x c', palette: '' })
    const unregister = registerActions('test', [
      { id: 'slot', title: 'Close slot', group: 'Workspace', keys: 'alt+w', run: () => undefined },
    ])
    render(<ShortcutSheet onClose={onClose} />)
    expect(screen.getByText('Search coins').parentElement?.textContent).toBe('Search coinsXC')
    expect(screen.getByText('Close slot').parentElement?.textContent).toBe('Close slotAltW')
    expect(screen.queryByText('Command palette')).toBeNull()
    unregister()
  })
})

describe('an action offered only once it is armed', () => {
  const register = () =>
    registerActions('test', [
      { id: 'armed', title: 'Buy at market', group: 'Trade', keys: 'shift+b', isOffered: () => false, isAlwaysListed: true, run: onClose },
      { id: 'never', title: 'Not here', group: 'Trade', keys: 'shift+n', isOffered: () => false, run: onClose },
    ])

  it('can be learned and changed before it is armed', () => {
    cleanup()
    const stop = register()
    render(<ShortcutSheet onClose={onClose} />)
    expect(screen.getByText('Buy at market').parentElement?.textContent).toBe('Buy at marketShiftB')
    expect(screen.queryByText('Not here')).toBeNull()
    edit('Buy at market')
    press('x')
    press('Enter')
    expect(chosen()).toEqual({ armed: 'x' })
    stop()
  })
})

describe('changing keys', () => {
  it('accepts one press, or two in sequence', () => {
    edit('Search coins')
    press('x')
    expect(field()).toHaveProperty('value', 'X')
    press('c')
    expect(field()).toHaveProperty('value', 'X then C')
    expect(statusText()).toBe('This shortcut is free. Press Enter or Save.')
    press('Enter')
    expect(chosen()).toEqual({ coins: 'x c' })
    expect(screen.queryByRole('textbox', { name: /^New keys/ })).toBeNull()
  })

  it('treats a third press, or a late second one, as new keys', () => {
    edit('Search coins')
    for (const key of ['x', 'c', 'y']) press(key)
    expect(field()).toHaveProperty('value', 'Y')
    nowMs += SEQUENCE_MS + 1
    press('z')
    expect(field()).toHaveProperty('value', 'Z')
  })

  it('is cancelled by Escape, which leaves the sheet open', () => {
    edit('Search coins')
    press('x')
    expect(press('Escape')).toBe(false)
    expect([chosen(), onClose.mock.calls]).toEqual([{}, []])
    expect(screen.queryByRole('textbox', { name: /^New keys/ })).toBeNull()
  })

  it('rejects keys the browser needs, with a message, and does not allow saving them', () => {
    edit('Search coins')
    press('t', { ctrlKey: true })
    expect(statusText()).toBe('Ctrl+T is used by the browser: it opens a new tab. Choose another shortcut.')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    press('Enter')
    expect(chosen()).toEqual({})
  })

  it('does not intercept Tab', () => {
    edit('Search coins')
    expect(press('Tab')).toBe(true)
  })

  it('shows which action has the keys, and swaps them', () => {
    edit('Search coins')
    press('k', { ctrlKey: true })
    expect(statusText()).toBe('Ctrl+K conflicts with Command palette. Swap the shortcuts, or reassign and leave that action without one.')
    fireEvent.click(button('Swap shortcuts'))
    expect(chosen()).toEqual({ coins: 'mod+k', palette: '/' })
  })

  it('or reassigns them', () => {
    edit('Search coins')
    press('g')
    expect(screen.queryByRole('button', { name: 'Swap shortcuts' })).toBeNull()
    fireEvent.click(button('Reassign'))
    expect(chosen()).toMatchObject({ coins: 'g', 'go /': '', 'go /currencies/BTC': '' })
  })

  it('can remove keys, reset one, reset all, and undo that', () => {
    edit('Search coins')
    fireEvent.click(button('Remove shortcut'))
    fireEvent.click(button('Save'))
    edit('Switch between dark and light')
    press('u')
    fireEvent.click(button('Save'))
    expect(chosen()).toEqual({ coins: '', 'theme toggle': 'u' })
    expect(screen.getByText(/^2 changed\. Saved in this browser. Log in/)).toBeDefined()
    fireEvent.click(button('Reset Search coins to /'))
    expect(chosen()).toEqual({ 'theme toggle': 'u' })
    fireEvent.click(button('Reset all'))
    expect(chosen()).toEqual({})
    fireEvent.click(button('Undo'))
    expect(chosen()).toEqual({ 'theme toggle': 'u' })
  })

  it('imports all keys from a file, can undo that, and shows why an import fails', async () => {
    edit('Search coins')
    press('x')
    fireEvent.click(button('Save'))
    const give = (keys: object) =>
      fireEvent.change(screen.getByLabelText('Shortcut file'), {
        target: { files: [new File([JSON.stringify({ version: 1, keys })], 'mine.json')] },
      })
    give({ 'theme toggle': 'u' })
    await screen.findByText('Shortcuts imported from mine.json.')
    expect(chosen()).toEqual({ 'theme toggle': 'u' })
    fireEvent.click(button('Undo'))
    expect(chosen()).toEqual({ coins: 'x' })
    give({ nothing: 'u' })
    expect((await screen.findByRole('alert')).textContent).toContain('“nothing”')
    expect(chosen()).toEqual({ coins: 'x' })
  })

  it('finds an action by a word, and shows when there is none', () => {
    fireEvent.click(button('Change shortcuts'))
    const search = screen.getByRole('searchbox', { name: 'Find an action' })
    fireEvent.change(search, { target: { value: 'palette' } })
    expect(screen.getByText('Command palette')).toBeDefined()
    expect(screen.queryByText('Search coins')).toBeNull()
    fireEvent.change(search, { target: { value: 'qqq' } })
    expect(screen.getByText('No matching action. Try a shorter word.')).toBeDefined()
  })
})
