export const trades = 'Trades'

export const computing = (trades: string) =>
  `Computing the figures of ${trades} trades. Large journals take some seconds, and are computed one after the other.`
