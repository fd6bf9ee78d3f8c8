import 'dockview-react/dist/styles/dockview.css'
import './dock.css'
import type { LayoutNode } from '@aerie/wire/workspace/layout'
import {
  type DockviewApi,
  DockviewReact,
  type DockviewTheme,
  type IDockviewHeaderActionsProps,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps,
} from 'dockview-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { SlotControls, SlotTitle } from './slots/slot-header.tsx'
import { SlotView, useSlotLabel } from './slots/slot-view.tsx'
import { useIsAwake } from './slots/use-is-awake.ts'
import { useDock } from './use-dock.ts'
import { toggleMaximised } from './workspace-actions.ts'
import { useWorkspace } from './workspace-context.ts'

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

/** The slots where they stand, to be dragged, resized and laid over each other. */
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
  // The library names the slot's tab, panel and region by it.
  useEffect(() => api.setTitle(label), [api, label])
  return (
    <span data-tab={api.id} className="flex h-full min-w-0 items-center px-2" title={label}>
      <SlotTitle id={api.id} />
    </span>
  )
}

const GroupControls = ({ activePanel }: IDockviewHeaderActionsProps) =>
  activePanel === undefined ? null : <SlotControls key={activePanel.id} id={activePanel.id} where="dock" />
