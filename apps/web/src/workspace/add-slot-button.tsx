import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonStyle } from '../ui/controls/button-style.ts'

/** The button of the menu of slots. */
export const AddSlotButton = (props: ComponentProps<'button'>) => (
  <button type="button" {...props} className={buttonStyle('secondary', 'sm', 'whitespace-nowrap')}>
    <Plus size={14} aria-hidden="true" />
    Add slot
  </button>
)
