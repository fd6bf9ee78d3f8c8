export const ACTION_GROUPS = ['Go to', 'Find', 'Coin', 'Trade', 'Workspace', 'Windows', 'Appearance', 'Session', 'Help'] as const
