import type { ApexOrderRow } from '@aerie/wire/apex'

export const APEX_STATE_TEXT: Readonly<Record<ApexOrderRow['state'], string>> = {
  pending: 'Pending',
  open: 'Open',
  untriggered: 'Untriggered',
  filled: 'Filled',
  canceled: 'Cancelled',
  expired: 'Expired',
}

const TYPES: Readonly<Record<string, string>> = {
  LIMIT: 'Limit',
  MARKET: 'Market',
  STOP_LIMIT: 'Stop limit',
  STOP_MARKET: 'Stop',
  TAKE_PROFIT_LIMIT: 'Take profit limit',
  TAKE_PROFIT_MARKET: 'Take profit',
}

/** A type that ApeX adds later keeps its own name. */
export const apexTypeText = (type: string): string => TYPES[type] ?? type
