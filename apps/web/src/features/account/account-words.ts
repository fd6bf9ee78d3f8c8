export const ACCOUNT_TEXT = {
  plan: {
    price: (amount: string) => `${amount} a month`,
  },

  wallets: {
    unlinkTitle: (address: string) => `Unlink ${address}`,
  },
} as const
