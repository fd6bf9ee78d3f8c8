import './figure.css'
import type { FigureName } from '../../live/market/figure-text.ts'
import { cx } from '../../ui/cx.ts'

type FigureProps = { readonly name: FigureName; readonly className?: string }

/** The place of one figure: a box of fixed size that the painter fills. It is never translated: a translator may change digits too. */
export const Figure = ({ name, className }: FigureProps) => (
  <span data-figure={name} translate="no" className={cx('figure num', className)} />
)

/** The place of a change, with the words for those who do not see its colour beside it. */
export const Change = ({ name }: { readonly name: Extract<FigureName, `change${string}`> }) => (
  <>
    <span data-words="" className="figure-words" />
    <Figure name={name} />
  </>
)
