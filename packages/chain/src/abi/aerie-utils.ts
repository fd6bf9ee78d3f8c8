/** ABI of AerieUtils; its source documents units and rounding. Generated from contracts/src by contracts/build.mjs. */
export const aerieUtilsAbi = [
  {"inputs":[{"internalType":"contract AerieStaking","name":"staking","type":"address"},{"internalType":"contract AerieVesting","name":"vesting","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"AerieUtils_OtherToken","type":"error"},
  {"inputs":[],"name":"STAKING","outputs":[{"internalType":"contract AerieStaking","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"TOKEN","outputs":[{"internalType":"contract IERC20","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"VESTING","outputs":[{"internalType":"contract AerieVesting","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"address","name":"account","type":"address"}],"name":"getTier","outputs":[{"internalType":"string","name":"tier","type":"string"},{"internalType":"uint256","name":"unstaked","type":"uint256"},{"internalType":"uint256","name":"staked","type":"uint256"},{"internalType":"uint256","name":"vested","type":"uint256"},{"internalType":"uint256","name":"total","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"goldThreshold","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
] as const
