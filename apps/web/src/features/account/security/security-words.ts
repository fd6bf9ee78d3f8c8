export const SECURITY_TEXT = {
  retry: 'Try Again',

  deletion: {
    lost: [
      'your details, password, passkeys and linked wallets',
      'layouts, charts, alerts, webhooks and devices',
      'notes, tags and imports of the journal',
      'conversations with the agent',
      'texts of your ideas and comments, follows and likes',
      'your copies of other traders; those who copy you are told',
    ],
  },
} as const
