import type { Layout, LayoutPlace } from '@aerie/wire/layout'
import type { DockviewApi } from 'dockview-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useViewState } from '../../mirror/view-state.ts'
import { dockedPlace, placeOf } from './dock-geometry.ts'
import { shown as showing } from './layout-edits.ts'
import { isSamePlace, tidyPlace } from './layout-tree.ts'
import { slotLabel } from './slot-label.ts'
import { changeLayout, focusSlot, useWorkspace } from './workspace-store.ts'

type DockState = { readonly place: LayoutPlace | null; readonly maximised: string | null }

/** The library names tab and region by it, and takes it anew with each place that it is given. */
const titleById = (id: string): string => slotLabel(id, useWorkspace.getState().layout?.slots ?? [], useViewState.getState().channels) || id

/**
 * Keeps the docking library and the workspace the same. The layout is the truth: it is shown when it changes, and what the
 * user drags there becomes a step of it. A window that is resized changes no shares.
 */
export function useDock(api: DockviewApi | null, host: RefObject<HTMLElement | null>, { place, maximised }: DockState): void {
  const isApplying = useRef(false)
  const focused = useWorkspace((state) => state.focused)

  useEffect(() => {
    if (api === null) return
    isApplying.current = true
    if (!isSamePlace(tidyPlace(placeOf(api.toJSON())), place)) {
      const size = { width: Math.max(1, api.width), height: Math.max(1, api.height) }
      api.fromJSON(dockedPlace(place, size, titleById), { reuseExistingPanels: true })
    }
    showMaximised(api, maximised)
    isApplying.current = false
  }, [api, place, maximised])

  useEffect(() => {
    const panel = focused === null ? undefined : api?.getPanel(focused)
    if (panel === undefined || panel.api.isActive) return
    panel.api.setActive()
    host.current?.querySelector<HTMLElement>(`[data-slot="${CSS.escape(panel.id)}"]`)?.focus({ preventScroll: true })
  }, [api, focused, host])

  useEffect(() => {
    const element = host.current
    if (api === null || element === null) return
    const read = () => {
      if (!isApplying.current && !api.hasMaximizedGroup()) changeLayout(withShown(api))
    }
    const readSoon = () => queueMicrotask(read)
    const stops = [
      api.onDidMovePanel(readSoon),
      api.onDidDrop(readSoon),
      api.onDidActivePanelChange(({ panel }) => {
        if (isApplying.current || panel === undefined) return
        focusSlot(panel.id)
        changeLayout((layout) => (isShown(layout, panel.id) ? layout : showing(panel.id)(layout)), { isStep: false })
      }),
    ]
    const release = sashListener(element, read)
    return () => {
      for (const stop of stops) stop.dispose()
      release()
    }
  }, [api, host])
}

const withShown =
  (api: DockviewApi) =>
  (layout: Layout): Layout => {
    const place = tidyPlace(placeOf(api.toJSON()))
    return isSamePlace(place, layout.place) ? layout : { ...layout, place }
  }

const isShown = (layout: Layout, id: string): boolean => {
  const walk = (place: LayoutPlace): boolean => (place.type === 'tabs' ? place.active === id : place.parts.some(walk))
  return layout.place !== null && walk(layout.place)
}

function showMaximised(api: DockviewApi, id: string | null): void {
  const panel = id === null ? undefined : api.getPanel(id)
  if (panel === undefined) {
    if (api.hasMaximizedGroup()) api.exitMaximizedGroup()
  } else if (!panel.api.isMaximized()) panel.api.maximize()
}

/** Calls `onDone` when the user lets go of an edge between two slots. */
function sashListener(element: HTMLElement, onDone: () => void): () => void {
  let isDragging = false
  const down = (event: PointerEvent) => {
    isDragging = event.target instanceof Element && event.target.closest('.dv-sash') !== null
  }
  const up = () => {
    if (!isDragging) return
    isDragging = false
    // After the library has set the last size.
    setTimeout(onDone)
  }
  element.addEventListener('pointerdown', down, true)
  addEventListener('pointerup', up, true)
  addEventListener('pointercancel', up, true)
  return () => {
    element.removeEventListener('pointerdown', down, true)
    removeEventListener('pointerup', up, true)
    removeEventListener('pointercancel', up, true)
  }
}
