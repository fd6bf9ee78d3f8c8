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
      <thead className="text-ink-2">
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className="px-1 font-medium first:text-left">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className="px-1 text-left font-normal">
              {name}
            </th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is where its column is
              <td translate="no" key={index} className="px-1">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)
