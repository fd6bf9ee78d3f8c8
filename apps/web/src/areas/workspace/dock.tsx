import 'dockview-react/dist/styles/dockview.css'
import './dock.css'
import type { Layout, LayoutNode } from '@aerie/wire/workspace/layout'
import {
  type DockviewApi,
  DockviewReact,
  type DockviewTheme,
  type IDockviewHeaderActionsProps,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps,
} from 'dockview-react'
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useViewState } from '../../platform/mirror/views/view-state.ts'
import { fromDockview, toDockview } from './layout/dock-geometry.ts'
import { dropped, shown as showing } from './layout/layout-edits.ts'
import { isSameTree, normalizedTree } from './layout/layout-tree.ts'
import { SlotControls, SlotTitle } from './slots/slot-header.tsx'
import { slotLabel } from './slots/slot-label.ts'
import { SlotView, useSlotLabel } from './slots/slot-view.tsx'
import { useIsAwake } from './slots/use-is-awake.ts'
import type { Workspace } from './workspace.ts'
import { toggleMaximised } from './workspace-actions.ts'
import { useWorkspace, useWorkspaceState } from './workspace-context.ts'

const THEME: DockviewTheme = {
  name: 'aerie',
  className: 'dockview-theme-aerie',
  gap: 1,
  dndTabIndicator: 'line',
  tabGroupIndicator: 'none',
}
const COMPONENTS = { slot: SlotPanel }
const TAB_COMPONENTS = { slot: SlotTab }

type DockProps = { readonly place: LayoutNode | null; readonly maximised: string | null; readonly isLocked: boolean }

export function Dock(props: DockProps) {
  const [api, setApi] = useState<DockviewApi | null>(null)
  const host = useRef<HTMLDivElement>(null)
  const workspace = useWorkspace()
  useDock(api, host, props)
  const maximise = (event: MouseEvent) => {
    const tab = event.target instanceof Element ? event.target.closest('[data-tab]') : null
    const id = tab?.getAttribute('data-tab')
    if (id != null) toggleMaximised(workspace, id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the twin of the double click is the button and the shortcut
    <div ref={host} className="dock" onDoubleClick={maximise}>
      <DockviewReact
        theme={THEME}
        components={COMPONENTS}
        tabComponents={TAB_COMPONENTS}
        rightHeaderActionsComponent={GroupControls}
        onReady={(event) => setApi(event.api)}
        disableFloatingGroups
        locked={props.isLocked}
        disableDnd={props.isLocked || props.maximised !== null}
        noPanelsOverlay="watermark"
        watermarkComponent={Nothing}
      />
    </div>
  )
}

const Nothing = () => null

function SlotPanel({ api }: IDockviewPanelProps) {
  const [isSeen, setSeen] = useState(api.isVisible)
  const isAwake = useIsAwake()
  useEffect(() => {
    setSeen(api.isVisible)
    const stop = api.onDidVisibilityChange(({ isVisible }) => setSeen(isVisible))
    return () => stop.dispose()
  }, [api])
  return <SlotView id={api.id} isVisible={isSeen && isAwake} />
}

function SlotTab({ api }: IDockviewPanelHeaderProps) {
  const label = useSlotLabel(api.id)
  useEffect(() => api.setTitle(label), [api, label])
  return (
    <span data-tab={api.id} className="flex h-full min-w-0 items-center px-2" title={label}>
      <SlotTitle id={api.id} />
    </span>
  )
}

const GroupControls = ({ activePanel }: IDockviewHeaderActionsProps) =>
  activePanel === undefined ? null : <SlotControls key={activePanel.id} id={activePanel.id} where="dock" />

const POSITIONS = { left: 'left', right: 'right', top: 'up', bottom: 'down', center: 'center' } as const

type DockState = { readonly place: LayoutNode | null; readonly maximised: string | null }

/** Dockview names tab and region by it, and applies it again with each layout. */
const titleById =
  (workspace: Workspace) =>
  (id: string): string => {
    const slots = workspace.store.getState().layout?.slots ?? []
    return slotLabel(workspace, id, { slots, channels: useViewState.getState().channels }) || id
  }

/** The layout is the source of truth; drags in Dockview become undo steps. Resizing the window does not change the shares. */
function useDock(api: DockviewApi | null, host: RefObject<HTMLElement | null>, { place, maximised }: DockState): void {
  const workspace = useWorkspace()
  const isApplying = useRef(false)
  const focused = useWorkspaceState((state) => state.focused)

  useEffect(() => {
    if (api === null) return
    isApplying.current = true
    if (!isSameTree(normalizedTree(fromDockview(api.toJSON())), place)) {
      const size = { width: Math.max(1, api.width), height: Math.max(1, api.height) }
      api.fromJSON(toDockview(place, size, titleById(workspace)), { reuseExistingPanels: true })
    }
    showMaximised(api, maximised)
    isApplying.current = false
  }, [api, place, maximised, workspace])

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
      if (!api.hasMaximizedGroup()) workspace.change(withShown(api))
    }
    // Dockview events while a layout is being applied are no edits; all others come from the user.
    const readSoon = () => {
      if (!isApplying.current) queueMicrotask(read)
    }
    const stops = [
      api.onDidMovePanel(readSoon),
      api.onDidDrop(readSoon),
      // Dockview itself would give all columns the same width.
      api.onWillDrop((event) => {
        if (event.kind !== 'content' && event.kind !== 'edge') return
        const dragged = event.getData()
        const group = dragged === undefined ? undefined : api.getGroup(dragged.groupId)
        const ids = dragged?.panelId == null ? (group?.panels.map(({ id }) => id) ?? []) : [dragged.panelId]
        const active = dragged?.panelId ?? group?.activePanel?.id
        if (active === undefined) return
        event.preventDefault()
        const at = event.group?.activePanel?.id ?? null
        workspace.change(dropped(ids, at, POSITIONS[event.position], active))
        workspace.focus(active)
      }),
      api.onDidActivePanelChange(({ panel }) => {
        if (isApplying.current || panel === undefined) return
        workspace.focus(panel.id)
        workspace.change((layout) => (isShown(layout, panel.id) ? layout : showing(panel.id)(layout)), { isStep: false })
      }),
    ]
    const release = sashListener(element, read)
    return () => {
      for (const stop of stops) stop.dispose()
      release()
    }
  }, [api, host, workspace])
}

const withShown =
  (api: DockviewApi) =>
  (layout: Layout): Layout => {
    const place = normalizedTree(fromDockview(api.toJSON()))
    return isSameTree(place, layout.place) ? layout : { ...layout, place }
  }

const isShown = (layout: Layout, id: string): boolean => {
  const walk = (place: LayoutNode): boolean => (place.type === 'tabs' ? place.active === id : place.parts.some(walk))
  return layout.place !== null && walk(layout.place)
}

function showMaximised(api: DockviewApi, id: string | null): void {
  const panel = id === null ? undefined : api.getPanel(id)
  if (panel === undefined) {
    if (api.hasMaximizedGroup()) api.exitMaximizedGroup()
  } else if (!panel.api.isMaximized()) panel.api.maximize()
}

function sashListener(element: HTMLElement, onDone: () => void): () => void {
  let isDragging = false
  const down = (event: PointerEvent) => {
    isDragging = event.target instanceof Element && event.target.closest('.dv-sash') !== null
  }
  const up = () => {
    if (!isDragging) return
    isDragging = false
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
