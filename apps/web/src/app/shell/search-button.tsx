import { Search } from 'lucide-react'
import { useKeyHint } from '../../commands/shell-keys.ts'
import { openLayer } from '../../navigation/layers.ts'
import { useSession } from '../../session/session.ts'
import { storedWallet } from '../../session/stored-wallet.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Opens the command palette, for those who do not know the keys. The narrowest screens have it under More. */
export function SearchButton() {
  const hasWallet = useSession((state) => storedWallet(state.user) !== null)
  const keyHint = useKeyHint('palette')
  return (
    <span className={cx('inline-flex', hasWallet ? 'max-[430px]:hidden' : 'max-[360px]:hidden')}>
      <IconButton label="Search and commands" {...keyHint} aria-haspopup="dialog" onClick={() => openLayer('palette')}>
        <Search size={18} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
