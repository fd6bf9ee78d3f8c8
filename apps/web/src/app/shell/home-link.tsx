import { BrandMark } from '../../ui/brand-mark.tsx'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'

/** The mark in the header, where no rail shows it. */
export const HomeLink = ({ alwaysShown }: { readonly alwaysShown: boolean }) => (
  <Link
    to="/"
    aria-label="Aerie, home"
    className={cx(
      'flex size-9 shrink-0 items-center justify-center rounded-md max-[360px]:hidden pointer-coarse:size-11',
      !alwaysShown && 'lg:hidden',
    )}
  >
    <BrandMark />
  </Link>
)
