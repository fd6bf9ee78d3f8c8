import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { useAppearance } from '../lib/appearance.ts'
import { surviveTranslation } from '../lib/page-translation.ts'
import { closeAllWindows, closeStrayWindows, titleWindow } from './popout-windows.ts'
import { SlotControls, SlotTitle } from './slots/slot-header.tsx'
import { SlotView, useSlot, useSlotCoin } from './slots/slot-view.tsx'
import { useIsAwake } from './slots/use-is-awake.ts'
import { useWorkspace, useWorkspaceState } from './workspace-context.ts'

/** The slots that stand in windows of their own: drawn by this page into their documents. */
export function PopoutViews() {
  const workspace = useWorkspace()
  const windows = useStore(workspace.popouts, (state) => state.windows)
  const layout = useWorkspaceState((state) => state.layout)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a window goes when the layout says that its slot stands elsewhere
  useEffect(() => closeStrayWindows(workspace), [workspace, layout])
  useEffect(() => {
    const closeAll = () => closeAllWindows(workspace)
    addEventListener('pagehide', closeAll)
    return () => {
      removeEventListener('pagehide', closeAll)
      closeAll()
    }
  }, [workspace])
  return [...windows].map(([id, opened]) => createPortal(<PopoutView id={id} opened={opened} />, opened.document.body, id))
}

function PopoutView({ id, opened }: { readonly id: string; readonly opened: Window }) {
  const { titleOf } = useWorkspace()
  const slot = useSlot(id)
  const coin = useSlotCoin(slot)
  const isStyled = useStyles(opened.document)
  const isAwake = useIsAwake(opened.document)
  const title = slot === undefined ? 'Aerie' : `${titleOf(slot)} ${coin} · Aerie`
  useEffect(() => titleWindow(opened, title), [opened, title])
  useEffect(() => surviveTranslation(opened.document), [opened])
  if (!isStyled) return null
  return (
    <main className="popout">
      <header className="popout-header">
        <h1 className="min-w-0">
          <SlotTitle id={id} />
        </h1>
        <SlotControls id={id} where="window" />
      </header>
      <SlotView id={id} isVisible={isAwake} />
    </main>
  )
}

/** Gives `target` the style sheets and the looks of this page, and keeps them the same. */
function useStyles(target: Document): boolean {
  const [isStyled, setStyled] = useState(false)
  const appearance = useStore(useAppearance)
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLElement>('link[rel=stylesheet], style')].map((sheet) => sheet.cloneNode(true))
    let waiting = links.filter((link) => link instanceof HTMLLinkElement).length
    const ready = () => {
      waiting -= 1
      if (waiting <= 0) setStyled(true)
    }
    for (const link of links) {
      link.addEventListener('load', ready)
      link.addEventListener('error', ready)
    }
    target.head.append(...links)
    if (waiting === 0) setStyled(true)
    // A style sheet that is loaded later, with a slot of another kind, belongs there too.
    const later = new MutationObserver((records) => {
      const added = records
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node instanceof HTMLElement && node.matches('link[rel=stylesheet], style'))
      target.head.append(...added.map((node) => node.cloneNode(true)))
    })
    later.observe(document.head, { childList: true })
    return () => later.disconnect()
  }, [target])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the looks stand in the attributes of the root, which follow them
  useEffect(() => {
    for (const name of ['data-theme', 'data-palette', 'lang', 'class']) {
      const value = document.documentElement.getAttribute(name)
      if (value === null) target.documentElement.removeAttribute(name)
      else target.documentElement.setAttribute(name, value)
    }
  }, [target, appearance])
  return isStyled
}
