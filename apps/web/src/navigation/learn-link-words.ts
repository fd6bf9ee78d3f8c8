/** A lesson that explains a term, and its title. */
export const LEARN_TERMS = {
  cone: ['forecast-cone', 'Reading a forecast cone'],
  volatility: ['volatility', 'Volatility'],
  correlation: ['diversification', 'Diversification'],
  liquidation: ['leverage', 'Leverage and liquidation'],
  funding: ['funding', 'Funding'],
  sizing: ['position-sizing', 'Position sizing'],
  staking: ['staking-risks', 'Staking risks'],
  journal: ['journaling', 'Keeping a journal'],
} as const

export const learn = (title: string) => `Learn: ${title}`
