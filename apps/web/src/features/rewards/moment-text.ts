/** Date and time to the second, in the reader's own zone and form. */
export const momentText = (ms: number): string => new Date(ms).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
