import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { instrumentsQuery } from '../../../trading/account/instruments.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import type { SlotProps } from '../../../workspace/slots/slot.ts'
import { AccountFrame } from '../account/account-frame.tsx'
import { PositionRow } from './position-row.tsx'
import * as WORDS from './positions-words.ts'

/** What the account holds, and what can be done with each position. */
export function PositionsSlot({ selectCoin }: SlotProps) {
  useQuery(instrumentsQuery, queryClient)
  return (
    <AccountFrame what="positions">
      {({ positions, orders }) =>
        positions.size === 0 ? (
          <p className="pane-empty">No open positions. Positions appear here until they are closed.</p>
        ) : (
          <div className="pane-scroll">
            <table className="pane-table pane-cards num" aria-label="Open positions">
              <TableHead titles={['Position', 'Entry', WORDS.mark, 'Unrealised', 'Liquidation', 'Margin', 'Close', 'Stop']} />
              <tbody>
                {[...positions.values()].map((position) => (
                  <ItemBoundary key={position.symbol} of={position} as={{ columns: 8 }}>
                    <PositionRow position={position} orders={orders} onSelect={selectCoin} />
                  </ItemBoundary>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </AccountFrame>
  )
}
