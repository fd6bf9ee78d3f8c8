/** Every sentence of the chat panel itself. What stands around an answer is in the answer's language: `answer-words.ts`. */
export const AGENT_WORDS = {
  blank: {
    questions: ['What is the price of Bitcoin?', 'Where will ETH be in 12 hours?', 'What was SOL 24 hours ago?', 'How did I do last week?'],
  },
} as const
