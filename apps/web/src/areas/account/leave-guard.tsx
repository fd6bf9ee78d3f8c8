import { useContext, useEffect, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type Leave = () => void

/**
 * While `isOn`, blocks in-app navigation until the user decides; the browser itself confirms closing or reloading the tab. A page cannot
 * block Back.
 * @returns the blocked navigation, to be run on confirmation, and a function to drop it
 */
export function useLeaveGuard(isOn: boolean): { readonly held: Leave | null; readonly forget: () => void } {
  const { navigator } = useContext(NavigationContext)
  const [held, setHeld] = useState<{ readonly go: Leave } | null>(null)
  useEffect(() => {
    if (!isOn) return
    const letGo = holdBack(navigator, (go) => setHeld({ go }))
    addEventListener('beforeunload', askBrowser)
    return () => {
      letGo()
      removeEventListener('beforeunload', askBrowser)
    }
  }, [isOn, navigator])
  return { held: held?.go ?? null, forget: () => setHeld(null) }
}

function holdBack(navigator: Navigator, hold: (go: Leave) => void): () => void {
  const before = { push: navigator.push.bind(navigator), replace: navigator.replace.bind(navigator) }
  navigator.push = (...step) => hold(() => before.push(...step))
  navigator.replace = (...step) => hold(() => before.replace(...step))
  return () => void Object.assign(navigator, before)
}

const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault()

type LeaveDialogProps = { readonly onStay: () => void; readonly onLeave: () => void; readonly text?: string }

export const LeaveDialog = ({ onStay, onLeave, text = 'Your changes have not been saved.' }: LeaveDialogProps) => (
  <ConfirmDialog
    title="Leave without saving?"
    text={text}
    action="Leave without saving"
    cancel="Stay"
    onConfirm={onLeave}
    onClose={onStay}
  />
)
