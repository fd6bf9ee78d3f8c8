export const AGENT_TEXT = {
  blank: {
    questions: ['What is the price of Bitcoin?', 'Where will ETH be in 12 hours?', 'What was SOL 24 hours ago?', 'How did I do last week?'],
  },
} as const
