export const rowProblem = (row: number, text: string) => `Row ${row}: ${text}`

export const row = 'Row'
