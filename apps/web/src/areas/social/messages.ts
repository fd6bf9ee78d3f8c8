export const sideLabels = { long: 'Long', short: 'Short' } as const
export const stateLabels = { open: 'Open', scored: 'Scored', missing: 'Unknown' } as const

export const followersText = (count: number): string => `${count} ${count === 1 ? 'follower' : 'followers'}`
