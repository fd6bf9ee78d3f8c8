export const between = (larger: string, smaller: string) => `${larger} to ${smaller}`
