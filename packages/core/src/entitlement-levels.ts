/** Limits per account level, none below the previous level; the operator can override an account's calls. Source: docs/product.md */
export const ENTITLEMENT_LEVELS = {
  claw: { dailyCalls: 200, activeAlerts: 50, copiedLeaders: 1 },
  gold: { dailyCalls: 2_000, activeAlerts: 200, copiedLeaders: 5 },
  IPC: { dailyCalls: 5_000, activeAlerts: 500, copiedLeaders: 5 },
  vip: { dailyCalls: 50_000, activeAlerts: 1_000, copiedLeaders: 20 },
} as const
