export const VOLATILITY_WORDS = {
  shared: {
    availableLater: 'Available once there is more history.',
  },
} as const
