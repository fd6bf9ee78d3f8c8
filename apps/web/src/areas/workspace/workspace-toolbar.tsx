import { Lock, LockOpen, Plus, Redo2, Undo2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { UserDocument } from '../../platform/documents/use-document.ts'
import { buttonStyle, iconButtonStyle } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { LayoutMenu } from './layout-menu.tsx'
import { SaveStatus } from './save-status.tsx'
import { addSlot, applyPreset, toggleLock } from './workspace-actions.ts'
import { useWorkspace, useWorkspaceState } from './workspace-context.ts'

type ToolbarProps = { readonly document: UserDocument<'layout'>; readonly isMirror: boolean }

export function WorkspaceToolbar({ document, isMirror }: ToolbarProps) {
  const workspace = useWorkspace()
  const isFollowing = useWorkspaceState(({ origin }) => origin === 'leader')
  return (
    <div role="toolbar" aria-label="Workspace" className="workspace-toolbar">
      <LayoutMenu />
      <fieldset className="workspace-presets flex items-center gap-px">
        <legend className="sr-only">Presets</legend>
        {workspace.presets.map(({ id, title, short }) => (
          <button
            key={id}
            type="button"
            aria-label={title}
            title={title}
            onClick={() => applyPreset(workspace, id)}
            className={cx(buttonStyle('ghost', 'sm'), 'num')}
          >
            {short}
          </button>
        ))}
      </fieldset>
      <AddSlot />
      <Steps />
      <span className="workspace-lock">
        <LockButton />
      </span>
      <div className="ml-auto flex min-w-0 items-center gap-2 text-12 text-ink-2">
        {isFollowing && <span>Leader’s layout</span>}
        {!isFollowing && isMirror && <span>Own layout</span>}
        {!isFollowing && <SaveStatus {...document} always />}
      </div>
    </div>
  )
}

function Steps() {
  const { undo, redo } = useWorkspace()
  const canUndo = useWorkspaceState(({ past }) => past.length > 0)
  const canRedo = useWorkspaceState(({ future }) => future.length > 0)
  return (
    <span className="flex">
      <ToolButton label={canUndo ? 'Undo' : 'Nothing to undo'} isOff={!canUndo} onPress={undo}>
        <Undo2 size={16} aria-hidden="true" />
      </ToolButton>
      <ToolButton label={canRedo ? 'Redo' : 'Nothing to redo'} isOff={!canRedo} onPress={redo}>
        <Redo2 size={16} aria-hidden="true" />
      </ToolButton>
    </span>
  )
}

function LockButton() {
  const workspace = useWorkspace()
  const isLocked = useWorkspaceState(({ layout }) => layout?.locked === true)
  const Icon = isLocked ? Lock : LockOpen
  return (
    <ToolButton label={isLocked ? 'Unlock the layout' : 'Lock the layout'} isPressed={isLocked} onPress={() => toggleLock(workspace)}>
      <Icon size={16} aria-hidden="true" />
    </ToolButton>
  )
}

type ToolButtonProps = {
  readonly label: string
  readonly isOff?: boolean
  readonly isPressed?: boolean
  readonly onPress: () => void
  readonly children: React.ReactNode
}

const ToolButton = ({ label, isOff = false, isPressed, onPress, children }: ToolButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-disabled={isOff || undefined}
    aria-pressed={isPressed}
    onClick={onPress}
    className={cx(iconButtonStyle, 'aria-pressed:text-accent-text')}
  >
    {children}
  </button>
)

function AddSlot() {
  const workspace = useWorkspace()
  return (
    <Menu
      label="Add slot"
      align="start"
      items={Object.entries(workspace.kinds).map(([kind, { title, Icon }]) => ({
        id: kind,
        label: title,
        icon: <Icon size={16} />,
        onSelect: () => addSlot(workspace, kind),
      }))}
      trigger={(props) => <AddSlotButton {...props} />}
    />
  )
}

const AddSlotButton = (props: ComponentProps<'button'>) => (
  <button type="button" {...props} className={buttonStyle('secondary', 'sm', 'whitespace-nowrap')}>
    <Plus size={14} aria-hidden="true" />
    Add slot
  </button>
)
