import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

type SectionButtonProps = { readonly title: string; readonly menu: ComponentProps<'button'> }

export const SectionButton = ({ title, menu }: SectionButtonProps) => (
  <button
    type="button"
    data-early="sections"
    {...menu}
    className="inline-flex min-h-8 min-w-0 items-center gap-1 rounded-md px-1 font-semibold text-13 text-ink-1 hover:bg-surface-3 pointer-coarse:min-h-11"
  >
    <span className="truncate">{title}</span>
    <ChevronDown size={16} className="shrink-0" aria-hidden="true" />
  </button>
)
