export const channel = (each: number, name: string) => `Channel ${each}, ${name}`

export const follows = (name: string) => `Follows ${name}`

export const name = 'Name'
