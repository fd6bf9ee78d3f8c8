export const cash = 'Cash'

export const openedWith = (account: string, moment: string, deposit: string) =>
  `${account}, opened ${moment} with ${deposit} USDC. Not real money.`

export const state = 'State'

export const oldAccountSummary = (account: string, cash: string, state: string) => `${account}, cash ${cash} USDC. ${state}. Read-only.`

export const deposit = 'Deposit'

export const account = 'Account'
