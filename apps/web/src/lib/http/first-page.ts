export const FIRST_PAGE: string | undefined = undefined
