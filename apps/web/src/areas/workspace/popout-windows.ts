import type { LayoutSlot } from '@aerie/wire/workspace/layout'
import { ignoreComposingKeys } from '../../platform/browser/composing-keys.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { poppedOut, withRedockedSlot } from './layout/layout-edits.ts'
import type { Workspace } from './workspace.ts'
import { findSlot } from './workspace-actions.ts'

const SIZE = { width: 900, height: 640 }

/** Moves a slot into a new window. Call only from a click or key event: browsers block pop-ups otherwise. */
export function popOut(workspace: Workspace, id: string): void {
  const slot = findSlot(workspace, id)
  const there = workspace.popouts.getState().windows.get(id)
  if (there?.closed === false) there.focus()
  else if (slot !== undefined) openWindow(workspace, slot)
}

function openWindow(workspace: Workspace, slot: LayoutSlot): void {
  const { id } = slot
  const opened = window.open('/popout.html', '', `popup=yes,width=${SIZE.width},height=${SIZE.height}`)
  if (opened === null)
    notify('warning', `Your browser blocked the window of “${workspace.titleOf(slot)}”. ${howToAllow(navigator.userAgent)}`)
  else opened.addEventListener('load', () => adopt(workspace, id, opened), { once: true })
}

export function howToAllow(agent: string): string {
  if (agent.includes('Firefox/')) return 'Click "Options" in the bar below the address and choose "Allow pop-ups", then try again.'
  if (agent.includes('Chrome/')) return 'Click the pop-up icon in the address bar and choose "Always allow", then try again.'
  return 'Choose Safari > Settings > Websites > Pop-up Windows and allow this site, then try again.'
}

function adopt(workspace: Workspace, id: string, opened: Window): void {
  ignoreComposingKeys(opened)
  workspace.popouts.setState(({ windows }) => ({ windows: new Map(windows).set(id, opened) }))
  workspace.change(poppedOut(id))
  opened.addEventListener('pagehide', () => redock(workspace, id), { once: true })
}

export function titleWindow(opened: Window, title: string): void {
  opened.document.title = title
}

export function redock(workspace: Workspace, id: string): void {
  workspace.change((layout) => withRedockedSlot(layout, id))
  release(workspace, id)
  workspace.focus(id)
}

/** Closes windows whose slot was closed or moved back by undo. */
export function closeStrayWindows(workspace: Workspace): void {
  const windowSlots = workspace.store.getState().layout?.windows.flatMap(({ slots }) => slots) ?? []
  for (const id of workspace.popouts.getState().windows.keys()) if (!windowSlots.includes(id)) release(workspace, id)
}

export function closeAllWindows(workspace: Workspace): void {
  for (const id of workspace.popouts.getState().windows.keys()) release(workspace, id)
}

function release({ popouts }: Workspace, id: string): void {
  const opened = popouts.getState().windows.get(id)
  if (opened === undefined) return
  popouts.setState(({ windows }) => ({ windows: new Map([...windows].filter(([each]) => each !== id)) }))
  opened.close()
}
