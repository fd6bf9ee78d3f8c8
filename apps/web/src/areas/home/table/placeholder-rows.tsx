import { PAGE_SIZE } from '@aerie/wire/market/market'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { COLUMNS } from './columns.ts'

const ROWS = Array.from({ length: PAGE_SIZE }, (_, index) => index)

export const PlaceholderRows = () => (
  <tbody aria-hidden="true" data-placeholder="">
    {ROWS.map((row) => (
      <tr key={row} className="asset-row" data-placeholder-row="">
        <td className="col-rank">
          <Skeleton className="ml-auto h-3 w-4" />
        </td>
        <td className="col-name">
          <span className="name-cell">
            <Skeleton className="coin-logo size-5" />
            <Skeleton className="h-3 w-24" />
          </span>
        </td>
        {COLUMNS.map(({ id }) => (
          <td key={id} className={`col-${id}`}>
            <Skeleton className="ml-auto h-3 w-14" />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)
