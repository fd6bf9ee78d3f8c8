import { TradesTape } from '../../market/index.ts'
import type { SlotProps } from '../../workspace/index.ts'

export const TapeSlot = ({ symbol }: SlotProps) => <TradesTape symbol={symbol} />
