/** Start of the client ids of liquidation orders; ids sent by clients cannot contain a colon. */
export const LIQUIDATION_PREFIX = 'liquidation:'

/** Whether an order or a fill belongs to a liquidation. */
export const isLiquidationId = (clientId: string): boolean => clientId.startsWith(LIQUIDATION_PREFIX)
