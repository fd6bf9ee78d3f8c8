import { TradesTape } from '../../market/trades/trades-tape.tsx'
import type { SlotProps } from '../../workspace/slots/slot.ts'

export const TapeSlot = ({ symbol }: SlotProps) => <TradesTape symbol={symbol} />
