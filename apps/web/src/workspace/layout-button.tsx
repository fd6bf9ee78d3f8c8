import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonStyle } from '../ui/controls/button-style.ts'
import { useWorkspaceState } from './workspace-context.ts'

/** The button of the layouts' menu, with the name of the layout on show. */
export function LayoutButton(props: ComponentProps<'button'>) {
  const name = useWorkspaceState(({ layout }) => layout?.name ?? '')
  return (
    <button type="button" {...props} className={buttonStyle('secondary', 'sm', 'max-w-52')}>
      <span className="truncate">{name === '' ? 'Layout' : name}</span>
      <ChevronDown size={14} aria-hidden="true" className="shrink-0" />
    </button>
  )
}
