export const liveSideLabels = { buy: 'Buy', sell: 'Sell' } as const

export const liveTypeLabels = {
  limit: 'Limit',
  market: 'Market',
  stop: 'Stop',
  stop_limit: 'Stop limit',
  take_profit: 'Take profit',
  take_profit_limit: 'Take profit limit',
} as const

export const liveTimeLabels = { gtc: 'Good till cancelled', ioc: 'Immediate or cancel', fok: 'Fill or kill' } as const

export const signerFaultTexts = {
  'no-file': 'The signer could not be loaded. Nothing was signed. Check your connection and unlock signing again.',
  'wrong-file': 'The signer’s file is not the one the server names. Nothing was signed. Place this order on ApeX Omni itself.',
  'not-a-signer': 'The signer’s file cannot be used. Nothing was signed. Place this order on ApeX Omni itself.',
  'no-seed': 'The seed is no longer in memory. Unlock signing again.',
  'sign-failed': 'The order was not signed. Check the seed and unlock signing again.',
  'other-signer':
    'The signature is not by the wallet of your ApeX account. Nothing was kept. Switch the account in your wallet, or type the seed.',
  'no-plain-signature': 'This wallet signs as a contract, which makes no seed. Nothing was kept. Type the seed instead.',
} as const
