/** A lesson that explains a term, and its title. */
export const LEARN_TERMS = {
  candles: ['candles', 'Candles'],
  orders: ['order-types', 'Order types'],
  cone: ['forecast-cone', 'Reading a forecast cone'],
  volatility: ['volatility', 'Volatility'],
  correlation: ['diversification', 'Diversification'],
  liquidation: ['leverage', 'Leverage and liquidation'],
  funding: ['funding', 'Funding'],
  sizing: ['position-sizing', 'Position sizing'],
  staking: ['staking-risks', 'Staking risks'],
  stops: ['stops', 'Stops'],
  custody: ['self-custody', 'Self-custody'],
  journal: ['journaling', 'Keeping a journal'],
} as const
