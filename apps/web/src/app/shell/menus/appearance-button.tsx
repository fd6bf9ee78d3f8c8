import { SunMoon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { iconButtonStyle } from '../../../ui/controls/icon-button.tsx'
import * as WORDS from '../shell-words.ts'

/** What opens the menu of theme and price colours. */
export const AppearanceButton = (props: ComponentProps<'button'>) => (
  <button
    type="button"
    data-early="appearance"
    {...props}
    aria-label={WORDS.appearance}
    title={WORDS.appearance}
    className={iconButtonStyle}
  >
    <SunMoon size={18} aria-hidden="true" />
  </button>
)
