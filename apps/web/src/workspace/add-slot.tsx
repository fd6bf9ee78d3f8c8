import { Menu } from '../ui/overlays/menu.tsx'
import { AddSlotButton } from './add-slot-button.tsx'
import { addSlot } from './workspace-actions.ts'
import { useWorkspace } from './workspace-context.ts'

/** Adds a slot of a kind. */
export function AddSlot() {
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
