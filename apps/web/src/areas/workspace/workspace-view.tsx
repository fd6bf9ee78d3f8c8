import './workspace.css'
import { type Layout, type LayoutNode, type LayoutSlot, layoutPlace, layout as layoutSchema, tabsOf } from '@aerie/wire/workspace/layout'
import { LayoutGrid } from 'lucide-react'
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import * as z from 'zod/mini'
import { useStore } from 'zustand'
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { surviveTranslation } from '../../platform/browser/page-translation.ts'
import { LAYOUT } from '../../platform/documents/document-spec.ts'
import { WORKING_MARK } from '../../platform/documents/saving-text.ts'
import { type UserDocument, useDocument } from '../../platform/documents/use-document.ts'
import { onLayout, publishLayout } from '../../platform/mirror/layout-link.ts'
import { useMirror } from '../../platform/mirror/mirror-store.ts'
import { readStored, removeStored, writeStored } from '../../platform/storage/storage.ts'
import { useAppearance } from '../../ui/appearance.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useIsWide, useMedia } from '../../ui/hooks/use-media.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ProvenanceHost } from '../market/index.ts'
import { opened } from './layout/layout-edits.ts'
import { closeAllWindows, closeStrayWindows, titleWindow } from './popout-windows.ts'
import { SlotControls, SlotTitle } from './slots/slot-header.tsx'
import { SlotView, useSlot, useSlotCoin } from './slots/slot-view.tsx'
import { useIsAwake } from './slots/use-is-awake.ts'
import { isSameLayout, type ScreenSize, screenSize, type Workspace, type WorkspaceSetup } from './workspace.ts'
import { applyPreset, coinOf } from './workspace-actions.ts'
import { WorkspaceCommands } from './workspace-commands.ts'
import { useWorkspace, useWorkspaceState, WorkspaceContext } from './workspace-context.ts'
import { WorkspaceToolbar } from './workspace-toolbar.tsx'

const Dock = lazyPart(async () => (await import('./dock.tsx')).Dock)

type WorkspaceViewProps = {
  readonly workspace: Workspace
  readonly title: string
  /** The window whose working copy is shown; '' for the main one. */
  readonly windowName: string
}

export const WorkspaceView = ({ workspace, title, windowName }: WorkspaceViewProps) => (
  <WorkspaceContext value={workspace}>
    <WorkspaceArea title={title} windowName={windowName} />
  </WorkspaceContext>
)

function WorkspaceArea({ title, windowName }: Omit<WorkspaceViewProps, 'workspace'>) {
  const page = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  const workspace = useWorkspace()
  const document = useWorkspaceSync(workspace, windowName)
  const name = workingName(workspace, windowName, screenSize(workspace)?.name)
  const layout = useWorkspaceState((state) => state.layout)
  const failed = layout === null && document.state === 'failed'
  return (
    <div className="workspace" ref={page}>
      <h1 className="sr-only">{title}</h1>
      <WorkspaceToolbar document={document} isMirror={windowName !== ''} />
      {failed && (
        <ErrorState title="Your workspace could not be loaded" onRetry={document.retry}>
          {document.trouble ?? 'The server did not respond. Your layouts are safe there.'}
        </ErrorState>
      )}
      {layout === null && !failed && <WorkspaceSkeleton key={name} name={name} />}
      {layout?.slots.length === 0 && <EmptyWorkspace />}
      {layout !== null &&
        layout.slots.length > 0 &&
        (isWide ? (
          <Suspense fallback={<WorkspaceSkeleton name={name} />}>
            <Dock place={layout.place} maximised={layout.maximised} isLocked={layout.locked} />
          </Suspense>
        ) : (
          <SmallWorkspace layout={layout} />
        ))}
      <Popouts />
      <WorkspaceCommands />
      <ProvenanceHost area={page} />
    </div>
  )
}

function Popouts() {
  const { popouts } = useWorkspace()
  const isUsed = useStore(popouts, ({ windows }) => windows.size > 0)
  return isUsed ? <PopoutViews /> : null
}

/** The expected arrangement: the last one shown here, else the initial one of a new workspace. */
function WorkspaceSkeleton({ name }: { readonly name: string }) {
  const workspace = useWorkspace()
  const [place] = useState(() => readPlace(name) ?? (screenSize(workspace) ?? workspace).start().place)
  return (
    <div role="status" aria-label="Loading your workspace" className="workspace-skeleton">
      {place !== null && <SkeletonOf place={place} />}
    </div>
  )
}

const SkeletonOf = ({ place }: { readonly place: LayoutNode }) =>
  place.type === 'tabs' ? (
    <div className="skeleton-split" style={{ flexGrow: place.weight }}>
      <Skeleton className="h-full w-full" />
    </div>
  ) : (
    <div className="skeleton-split" data-type={place.type} style={{ flexGrow: place.weight }}>
      {place.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and keep their order
        <SkeletonOf key={index} place={part} />
      ))}
    </div>
  )

const placeKey = (name: string): string => `aerie.place ${name}`

function readPlace(name: string): LayoutNode | null {
  try {
    const read = z.safeParse(layoutPlace, JSON.parse(readStored(placeKey(name)) ?? ''))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

function EmptyWorkspace() {
  const workspace = useWorkspace()
  return (
    <EmptyState
      icon={<LayoutGrid size={28} aria-hidden="true" />}
      title="Empty workspace"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {workspace.presets.map(({ id, title }) => (
            <Button key={id} onClick={() => applyPreset(workspace, id)}>
              {title}
            </Button>
          ))}
        </div>
      }
    >
      Charts, forecasts, depth and lists appear here as you place them. Add a slot above, or start with a preset.
    </EmptyState>
  )
}

/** Slots on a channel show the coin on their channel button; others need it in the title. */
const tabTitle = ({ kindOf, titleOf }: Workspace, slot: LayoutSlot): string =>
  slot.channel === null && kindOf(slot.kind)?.isOfNoCoin !== true ? `${titleOf(slot)} ${coinOf(slot)}` : titleOf(slot)

function inPhoneOrder({ phoneFirst = [] }: Workspace, slots: readonly LayoutSlot[]): readonly LayoutSlot[] {
  const first = phoneFirst.flatMap((kind) => slots.filter((slot) => slot.kind === kind))
  return [...first, ...slots.filter((slot) => !first.includes(slot))]
}

/** Room for a chart beside a ticket. */
const TWO_COLUMNS = '(min-width: 44rem)'

function SmallWorkspace({ layout }: { readonly layout: Layout }) {
  const workspace = useWorkspace()
  const focused = useWorkspaceState((state) => state.focused)
  const hasTwo = useMedia(TWO_COLUMNS)
  const isAwake = useIsAwake()
  const order = tabsOf(layout.place).flatMap(({ slots }) => slots)
  const slots = inPhoneOrder(
    workspace,
    order.flatMap((id) => layout.slots.filter((slot) => slot.id === id)),
  )
  const companion = slots.length > 1 ? slots.find(({ kind }) => kind === workspace.companion?.kind) : undefined
  const others = slots.filter((slot) => slot !== companion)
  const [shown, setShown] = useState<string | null>(null)
  // While the companion has the focus, the slot beside it stays.
  if (focused !== shown && others.some(({ id }) => id === focused)) setShown(focused)
  const selected = others.find(({ id }) => id === shown) ?? others[0]
  const isOpen = companion !== undefined && companion.id === focused
  const close = () => workspace.focus(selected?.id ?? null)
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    // The first slot has the focus at first, which may be the companion.
    if (isFirst.current && isOpen) close()
    isFirst.current = false
  })
  if (selected === undefined) return null
  const one = (
    <Tabs
      label="Slots"
      tabs={others.map((slot) => ({ id: slot.id, title: tabTitle(workspace, slot) }))}
      selected={selected.id}
      onSelect={workspace.focus}
      className="phone-workspace"
      panelClassName="flex min-h-0 flex-1 flex-col"
      end={<SlotControls key={selected.id} id={selected.id} where={hasTwo ? 'tablet' : 'phone'} />}
    >
      <SlotView key={selected.id} id={selected.id} isVisible={isAwake} />
    </Tabs>
  )
  if (companion === undefined) return one
  return (
    <div className="workspace-pair" data-open={isOpen || undefined}>
      {one}
      <section aria-label={tabTitle(workspace, companion)}>
        {!hasTwo && <CompanionBar slot={companion} isOpen={isOpen} onClose={close} />}
        <SlotView key={companion.id} id={companion.id} isVisible={isAwake && (hasTwo || isOpen)} />
      </section>
    </div>
  )
}

type CompanionProps = { readonly slot: LayoutSlot; readonly isOpen: boolean; readonly onClose: () => void }

function CompanionBar({ slot, isOpen, onClose }: CompanionProps) {
  const { companion, focus } = useWorkspace()
  const symbol = useSlotCoin(slot)
  return companion === undefined ? null : <companion.Bar symbol={symbol} isOpen={isOpen} onOpen={() => focus(slot.id)} onClose={onClose} />
}

/** Each window has its own working copy: the main one, one per screen size kept apart, and one per mirror. */
export function workingName({ savedAs }: Pick<WorkspaceSetup, 'savedAs'>, windowName: string, size?: string): string {
  const mirror = /^aerie-mirror-([12])$/.exec(windowName)?.[1]
  const own = savedAs === 'main' ? '' : `${savedAs} `
  if (mirror !== undefined) return `${WORKING_MARK}${own}mirror ${mirror}`
  return `${WORKING_MARK}${savedAs}${size === undefined ? '' : ` ${size}`}`
}

function useScreenSize(workspace: Pick<WorkspaceSetup, 'sizes'>): ScreenSize | undefined {
  const subscribe = useCallback(
    (changed: () => void) => {
      const lists = workspace.sizes?.map(({ media }) => matchMedia(media)) ?? []
      for (const list of lists) list.addEventListener('change', changed)
      return () => {
        for (const list of lists) list.removeEventListener('change', changed)
      }
    },
    [workspace],
  )
  return useSyncExternalStore(subscribe, () => screenSize(workspace))
}

/**
 * By origin of the layout: `user` is saved and published, `saved` (here or by another window with the same copy) is published, `leader` is
 * neither.
 */
export function useWorkspaceSync(workspace: Workspace, windowName: string): UserDocument<'layout'> {
  const size = useScreenSize(workspace)
  const name = workingName(workspace, windowName, size?.name)
  const document = useDocument(LAYOUT, name)
  const change = useRef(document.change)
  useEffect(() => {
    change.current = document.change
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: reset when the working copy changes
  useEffect(() => workspace.forget, [workspace, name])

  useEffect(() => {
    const own = ownPlacement(workspace, { name, mainName: workingName(workspace, '', size?.name) })
    const stops = [
      workspace.onLayout(({ layout, origin }) => {
        writeStored(placeKey(name), JSON.stringify(layout.place))
        if (origin === 'user') {
          own.chosen()
          change.current(() => layout)
        }
        if (origin !== 'leader' && workspace.isMirrored) publishLayout(layout, origin === 'user' ? 'changed' : 'opened', workspace.savedAs)
      }),
      own.close,
      ...(workspace.isMirrored ? [onLayout((received) => followLeader(workspace, received, own.gives), workspace.savedAs)] : []),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [workspace, name, size])

  useEffect(() => {
    if (document.state !== 'ready') return
    const { layout, origin } = workspace.store.getState()
    const next = document.value ?? (layout === null ? (size ?? workspace).start() : null)
    if (next !== null && origin !== 'leader' && !isSameLayout(next, layout)) workspace.show(opened(next), 'saved')
  }, [workspace, size, document.state, document.value])

  return document
}

function followLeader(workspace: Workspace, received: unknown, isFollowed: () => boolean): void {
  const parsed = z.safeParse(layoutSchema, received)
  if (!parsed.success || !isFollowed()) return
  workspace.show(opened(parsed.data), 'leader')
  // Baseline that this window's next change is compared with.
  publishLayout(parsed.data, 'received', workspace.savedAs)
}

const keyOf = (name: string): string => `aerie.own-layout ${name}`

/** Restores a mirror window's detached layout after a reload. @param name of the working copy; the main window remembers nothing */
export function ownPlacement(workspace: Workspace, { name, mainName }: { readonly name: string; readonly mainName: string }) {
  const { detached } = useMirror.getState()
  // A detached window receives nothing until it rejoins.
  let isOpening = !detached.has('layout') && !detached.has('all')
  let stop = (): void => undefined
  return {
    chosen: (): void => {
      if (name !== mainName) writeStored(keyOf(name), 'yes')
    },
    /** Whether to show the leader's layout just received: not the first one in a detached window. */
    gives: (): boolean => {
      const isOwn = isOpening && readStored(keyOf(name)) !== null
      isOpening = false
      if (isOwn) stop = detachWhenThere(workspace)
      else removeStored(keyOf(name))
      return !isOwn
    },
    close: (): void => stop(),
  }
}

/** Publishes this window's own layout as the user's, once loaded and following. */
function detachWhenThere({ store, savedAs }: Workspace): () => void {
  const stops: (() => void)[] = []
  const stop = (): void => {
    for (const each of stops.splice(0)) each()
  }
  const look = (): void => {
    const { layout } = store.getState()
    if (stops.length === 0 || layout === null || useMirror.getState().state?.role !== 'follower') return
    stop()
    publishLayout(layout, 'changed', savedAs)
  }
  stops.push(store.subscribe(look), useMirror.subscribe(look))
  // Not while the mirror is still notifying its listeners.
  queueMicrotask(look)
  return stop
}

function PopoutViews() {
  const workspace = useWorkspace()
  const windows = useStore(workspace.popouts, (state) => state.windows)
  const layout = useWorkspaceState((state) => state.layout)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs when the layout moves a slot out of its window
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

/** Copies this page's style sheets and root attributes to `target` and keeps them in sync. */
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
    // Also copies style sheets loaded later, e.g. with another kind of slot.
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
