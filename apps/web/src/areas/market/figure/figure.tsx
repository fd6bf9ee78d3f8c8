import './figure.css'
import type { FigureName } from '../../../platform/live/market/figure-text.ts'
import { cx } from '../../../ui/cx.ts'

type FigureProps = { readonly name: FigureName; readonly className?: string }

/** Placeholder of fixed size that the painter fills. Never translated: a translator may change digits too. */
export const Figure = ({ name, className }: FigureProps) => (
  <span data-figure={name} translate="no" className={cx('figure num', className)} />
)

export const Change = ({ name }: { readonly name: Extract<FigureName, `change${string}`> }) => (
  <>
    <span data-words="" className="figure-words" />
    <Figure name={name} />
  </>
)
