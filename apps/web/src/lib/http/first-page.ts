/** Cursor of the first page of a list: it has none. */
export const FIRST_PAGE: string | undefined = undefined
