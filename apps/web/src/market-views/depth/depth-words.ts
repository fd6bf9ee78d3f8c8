export const total = 'Total'

export const cumulative = (total: string, cost: string) => `${total}, ${cost} in total`
