import { Search } from 'lucide-react'
import { useKeyHint } from '../../commands/shell-keys.ts'
import { openLayer } from '../../navigation/layers.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'

/** Opens the command palette, for those who do not know the keys. Phones have it under More. */
export function SearchButton() {
  const keyHint = useKeyHint('palette')
  return (
    <span className="inline-flex max-[430px]:hidden">
      <IconButton label="Search and commands" {...keyHint} aria-haspopup="dialog" data-early="search" onClick={() => openLayer('palette')}>
        <Search size={18} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
