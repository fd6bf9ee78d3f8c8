import { Link } from 'react-router'
import { useSession } from '../../session/session.ts'
import { storedWallet } from '../../session/stored-wallet.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { cx } from '../../ui/cx.ts'

/** The mark in the header, where no rail shows it. */
export function HomeLink({ alwaysShown }: { readonly alwaysShown: boolean }) {
  const hasWallet = useSession((state) => storedWallet(state.user) !== null)
  return (
    <Link
      to="/"
      aria-label="Aerie, home"
      className={cx(
        'flex size-9 shrink-0 items-center justify-center rounded-md pointer-coarse:size-11',
        // Beside the address of a wallet, the name of the place needs the room; Markets leads home too.
        hasWallet ? 'max-[430px]:hidden' : 'max-[360px]:hidden',
        !alwaysShown && 'lg:hidden',
      )}
    >
      <BrandMark />
    </Link>
  )
}
