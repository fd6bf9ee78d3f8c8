import { create } from 'zustand'
import { notify } from '../../ui/toast.ts'
import { dockedAgain, poppedOut } from './layout-edits.ts'
import { titleOf } from './slot-label.ts'
import { findSlot } from './workspace-actions.ts'
import { changeLayout, focusSlot, useWorkspace } from './workspace-store.ts'

type Popouts = { readonly windows: ReadonlyMap<string, Window> }

/** The windows in which single slots of this workspace stand, by slot. They belong to this page and close with it. */
export const usePopouts = create<Popouts>(() => ({ windows: new Map() }))

const SIZE = { width: 900, height: 640 }

/** Opens a window for a slot and moves it there. Call it in the user's own click or key: browsers refuse it else. */
export function popOut(id: string): void {
  const slot = findSlot(id)
  const there = usePopouts.getState().windows.get(id)
  if (there?.closed === false) there.focus()
  else if (slot !== undefined) openWindow(id, titleOf(slot))
}

function openWindow(id: string, title: string): void {
  const opened = window.open('/popout.html', '', `popup=yes,width=${SIZE.width},height=${SIZE.height}`)
  if (opened === null) notify('warning', `Your browser blocked the window of “${title}”. ${howToAllow(navigator.userAgent)}`)
  else opened.addEventListener('load', () => adopt(id, opened), { once: true })
}

/** Where each browser keeps its leave for pop-up windows. */
export function howToAllow(agent: string): string {
  if (agent.includes('Firefox/'))
    return 'Allow it: the Options button of the bar above the page, Allow pop-ups for this site. Then try again.'
  if (agent.includes('Chrome/')) return 'Allow it: the window icon with a cross in the address bar, Always allow. Then try again.'
  return 'Allow it in Safari: Settings, Websites, Pop-up Windows, this site: Allow. Then try again.'
}

function adopt(id: string, opened: Window): void {
  usePopouts.setState(({ windows }) => ({ windows: new Map(windows).set(id, opened) }))
  changeLayout(poppedOut(id))
  opened.addEventListener('pagehide', () => dockAgain(id), { once: true })
}

/** What the browser calls a slot's window. */
export function titleWindow(opened: Window, title: string): void {
  opened.document.title = title
}

/** Brings a slot back into the workspace and closes its window. */
export function dockAgain(id: string): void {
  changeLayout((layout) => dockedAgain(layout, id))
  release(id)
  focusSlot(id)
}

/** Closes the windows whose slot does not stand in one any more: it was closed, or its step was taken back. */
export function closeStrayWindows(): void {
  const standing = useWorkspace.getState().layout?.windows.flatMap(({ slots }) => slots) ?? []
  for (const id of usePopouts.getState().windows.keys()) if (!standing.includes(id)) release(id)
}

/** Closes all windows, as the page itself goes. */
export function closeAllWindows(): void {
  for (const id of usePopouts.getState().windows.keys()) release(id)
}

function release(id: string): void {
  const opened = usePopouts.getState().windows.get(id)
  if (opened === undefined) return
  usePopouts.setState(({ windows }) => ({ windows: new Map([...windows].filter(([each]) => each !== id)) }))
  opened.close()
}
