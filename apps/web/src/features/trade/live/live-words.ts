const TYPES: Readonly<Record<string, string>> = {
  LIMIT: 'Limit',
  MARKET: 'Market',
  STOP_LIMIT: 'Stop limit',
  STOP_MARKET: 'Stop',
  TAKE_PROFIT_LIMIT: 'Take profit limit',
  TAKE_PROFIT_MARKET: 'Take profit',
}

export const LIVE_TEXT = {
  side: { buy: 'Buy', sell: 'Sell' },

  type: {
    limit: 'Limit',
    market: 'Market',
    stop: 'Stop',
    stop_limit: 'Stop limit',
    take_profit: 'Take profit',
    take_profit_limit: 'Take profit limit',
  },

  times: { gtc: 'Good till canceled', ioc: 'Immediate or cancel', fok: 'Fill or kill' },

  seed: {
    forgotten: 'The seed was forgotten.',
  },
  fault: {
    'no-file': 'The signer could not be loaded. Nothing was signed. Check your connection and unlock signing again.',
    'wrong-file': 'The signer’s file is not the one the server names. Nothing was signed. Place this order on ApeX Omni itself.',
    'not-a-signer': 'The signer’s file cannot be used. Nothing was signed. Place this order on ApeX Omni itself.',
    'no-seed': 'The seed is no longer in memory. Unlock signing again.',
    'sign-failed': 'The order was not signed. Check the seed and unlock signing again.',
    'other-signer':
      'The signature is not by the wallet of your ApeX account. Nothing was kept. Switch the account in your wallet, or type the seed.',
    'no-plain-signature': 'This wallet signs as a contract, which makes no seed. Nothing was kept. Type the seed instead.',
  },
  confirm: {
    noAnswer: 'No answer. The order may have been sent. Press again to ask. This can still send it, but never twice.',

    underWay: 'The outcome of the order is not known yet. It appears in the list below.',
  },
  list: {
    typeThere: (type: string) => TYPES[type] ?? type,
  },
  cancel: {
    one: 'Cancel',
    oneLabel: (what: string) => `Cancel LIVE ${what}`,
    all: 'Cancel all LIVE',
    oneTitle: 'Cancel this LIVE order?',
    allTitle: 'Cancel all LIVE orders at ApeX Omni?',
    oneText: (what: string) => `${what} is canceled at ApeX Omni. What has filled stays filled.`,
    protects: 'This order can protect a position. Without it the position has no stop from here.',
    allText: (count: string) =>
      `All open orders of this account are canceled: ${count} listed here, in every market, stops and orders of other programs too. Positions stay open, and are then unprotected.`,
    keep: 'Keep',
    yesOne: 'Cancel LIVE order',
    asked: 'Cancel sent',
    done: 'The live order is canceled.',
    doneAll: 'ApeX Omni accepted the cancellation of all live orders.',
    sent: 'Cancel sent. The list shows the answer of ApeX Omni.',
  },
} as const
