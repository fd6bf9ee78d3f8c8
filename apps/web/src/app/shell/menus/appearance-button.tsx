import { SunMoon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { iconButtonStyle } from '../../../ui/controls/icon-button.tsx'

export const AppearanceButton = (props: ComponentProps<'button'>) => (
  <button type="button" data-early="appearance" {...props} aria-label="Appearance" title="Appearance" className={iconButtonStyle}>
    <SunMoon size={18} aria-hidden="true" />
  </button>
)
