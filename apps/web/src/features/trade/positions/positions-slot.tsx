import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/query-client.ts'
import { instrumentsQuery } from '../../../trading/instruments.ts'
import type { SlotProps } from '../../../workspace/slots/slot.ts'
import { AccountFrame } from '../account/account-frame.tsx'
import { PositionRow } from './position-row.tsx'

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
              <thead>
                <tr>
                  <th scope="col">Position</th>
                  <th scope="col">Entry</th>
                  <th scope="col">Mark</th>
                  <th scope="col">Unrealised</th>
                  <th scope="col">Liquidation</th>
                  <th scope="col">Margin</th>
                  <th scope="col">Close</th>
                  <th scope="col">Stop</th>
                </tr>
              </thead>
              <tbody>
                {[...positions.values()].map((position) => (
                  <PositionRow key={position.symbol} position={position} orders={orders} onSelect={selectCoin} />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </AccountFrame>
  )
}
