/** Head of a plain table: one column for each title. */
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
