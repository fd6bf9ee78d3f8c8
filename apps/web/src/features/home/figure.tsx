import type { FigureName } from '../../live/figure-text.ts'
import { cx } from '../../ui/cx.ts'

type FigureProps = { readonly name: FigureName; readonly className?: string }

/** The place of one figure: a box of fixed size that the painter fills, with words for screen readers beside the sign. */
export const Figure = ({ name, className }: FigureProps) => (
  <span data-figure={name} data-words="" className={cx('figure num', className)} />
)
