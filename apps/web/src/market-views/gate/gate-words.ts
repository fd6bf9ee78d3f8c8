export const GATE_TEXT = {
  funds: {
    given: (eth: string, token: string, usdc: string) => `Test funds added: ${eth} ETH, ${token} AERIE, ${usdc} USDC.`,

    about: ['ETH, AERIE and USDC on the local chain of this server, for trying things out. They have no value.', 'Up to five times a day.'],
  },
} as const
