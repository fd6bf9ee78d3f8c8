import { Search } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { openLayer } from '../layers.ts'
import { keysText } from '../shortcut-keys.ts'

/** Opens the command palette, for those who do not know the keys. The narrowest screens have it under More. */
export const SearchButton = () => (
  <span className="inline-flex max-[360px]:hidden">
    <IconButton label="Search and commands" hint={keysText('mod+k')} aria-haspopup="dialog" onClick={() => openLayer('palette')}>
      <Search size={18} aria-hidden="true" />
    </IconButton>
  </span>
)
