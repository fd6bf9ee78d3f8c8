/** Widths of columns as shares of the table, so that no column moves with its digits; the last one takes what it needs. */
export const Columns = ({ widths }: { readonly widths: readonly string[] }) => (
  <colgroup>
    {widths.map((width, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name and never move
      <col key={index} style={{ width }} />
    ))}
    <col />
  </colgroup>
)

export const TableHead = ({ titles }: { readonly titles: readonly string[] }) => (
  <thead>
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
    </tr>
  </thead>
)
