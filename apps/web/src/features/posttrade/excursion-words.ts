// How MAE and MFE are written where they are not one figure.

export const between = (larger: string, smaller: string) => `${larger} to ${smaller}`
