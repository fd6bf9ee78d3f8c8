import type { ReactNode } from 'react'

type Example = { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] }

type EmptyStateProps = {
  readonly icon?: ReactNode
  readonly title?: string
  readonly children: ReactNode
  readonly action?: ReactNode
  /** What will be here: made-up rows, named as an example. */
  readonly example?: Example
}

export const EmptyState = ({ icon, title, children, action, example }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
    {icon !== undefined && <span className="text-ink-3">{icon}</span>}
    {title !== undefined && <h2 className="font-semibold text-15 text-ink-1">{title}</h2>}
    <p className="max-w-[46ch] text-13 text-ink-2">{children}</p>
    {action}
    {example !== undefined && <ExampleTable {...example} />}
  </div>
)

/** A picture: the text above says the same in words. */
const ExampleTable = ({ heads, rows }: Example) => (
  <div aria-hidden="true" inert className="mt-4 w-full max-w-xl rounded-md border border-line border-dashed p-3 text-12 text-ink-2">
    <p className="pb-2 text-left text-11 text-ink-3">Example, not your data</p>
    <table className="num w-full [&_:is(td,th)]:px-1 [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:text-right [&_:is(td,th):first-child]:text-left [&_td:not(:first-child)]:whitespace-nowrap [&_tr]:border-line [&_tr]:border-t max-[26rem]:[&_:is(td,th):nth-child(n+4)]:hidden">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} className="font-normal text-ink-3">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, column) => (
              <td key={heads[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
