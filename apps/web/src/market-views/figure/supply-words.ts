// What is said of supplies in a replay.

// note
export const noHistoricSupply = (todaysSupply: string) => `${todaysSupply} At today’s supply: the recording has none.`
