import { type ReactNode, useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { Area } from '../../../ui/panel.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'

type PanelProps = { readonly title: string; readonly explained: ReactNode; readonly className?: string; readonly children: ReactNode }

export function Panel({ title, explained, className, children }: PanelProps) {
  const id = useId()
  return (
    <Area aria-labelledby={id} className={cx('min-w-0 rounded-md border border-line bg-surface-1 p-3', className)}>
      <div className="mb-2 flex items-center gap-1">
        <h3 id={id} className="font-semibold text-13 text-ink-1">
          {title}
        </h3>
        <Explain title={title}>{explained}</Explain>
      </div>
      {children}
    </Area>
  )
}

type PlotTableProps = {
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: ReadonlyArray<readonly string[]>
}

export const PlotTable = ({ caption, heads, rows }: PlotTableProps) => (
  <details className="mt-2 text-12">
    <summary className="inline-flex min-h-6 items-center rounded-md text-ink-2 hover:text-ink-1 pointer-coarse:min-h-11">
      Show as table
    </summary>
    <table className="num mt-1 w-full text-right">
      <caption className="sr-only">{caption}</caption>
      <TableHead className="text-ink-2" cellClassName="px-1 font-medium first:text-left" titles={heads} />
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className="px-1 text-left font-normal">
              {name}
            </th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells keep the position of their column
              <FigureCell key={index} className="px-1">
                {cell}
              </FigureCell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)
