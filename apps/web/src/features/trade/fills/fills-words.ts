export const size = 'Size'
export const feeFormula = (notional: string, fee_rate: string, fee_schedule: string, fee: string) =>
  `Fee: ${notional} × ${fee_rate} (${fee_schedule}) = ${fee} USDC, rounded up.`

export const fee = 'Fee'
export const realised = 'Realised'

export const evidenceOfFill = (size: string, symbol: string) => `Evidence of the fill of ${size} ${symbol}`

export const beforeFees = (realised: string) => `${realised} before fees`
