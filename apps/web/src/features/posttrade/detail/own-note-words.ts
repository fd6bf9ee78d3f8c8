export const stars = (stars: number) => `${stars} stars`
