// How MAE and MFE are written where they are not one figure.

export const between = (larger: string, smaller: string) => `${larger} to ${smaller}`
export const orWorse = (figure: string) => `≤ ${figure}`
export const orBetter = (figure: string) => `≥ ${figure}`
export const orWorseAbout = (figure: string) => `${figure} or worse`
export const orBetterAbout = (figure: string) => `${figure} or better`
export const betweenAbout = (smaller: string, larger: string) => `between ${smaller} and ${larger}`
