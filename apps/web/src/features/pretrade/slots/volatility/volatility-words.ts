export const VOLATILITY_TEXT = {
  shared: {
    availableLater: 'Available once there is more history.',
  },
} as const
