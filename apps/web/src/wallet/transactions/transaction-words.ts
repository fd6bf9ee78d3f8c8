// Every sentence about sending a transaction.

// out-of-gas
export const ranOutGas = 'It ran out of gas; only the fee was charged. Send it again and keep the gas limit your wallet suggests.'

// token-permit
export const signPermission = 'Sign the permission in your wallet'

// work
export const notEnoughEth = 'This wallet does not have enough ETH for the fee.'
export const contractRejects = 'The contract rejects this.'
export const rejectedWhenMined = 'The contract rejected it when it was mined. It would succeed now; try again.'
export const rejectedUnknown = 'The contract rejected it for an unknown reason.'
