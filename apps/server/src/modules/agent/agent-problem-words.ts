/** Every refusal of the agent, as the conversation shows it. */
export const AGENT_PROBLEM_WORDS = {
  mostConversations: (most: number) => `You can keep ${most} conversations. Delete one first.`,
  noMessage: 'This message does not exist.',
  noConversation: 'This conversation does not exist.',
  noText: 'This message has no readable text.',
  tooLong: (most: number) => `A message can have at most ${most} characters.`,
  fullConversation: (most: number) => `This conversation is full (${most} messages). Start a new one.`,
  mostWaiting: (waiting: number) => `${waiting} questions are waiting for an answer. Wait for one before you ask the next.`,
  dayUsed: (most: number) => `You have used your ${most} messages for today. The limit resets at midnight UTC.`,
  idUsed: 'This id is already used by another message.',
  failed: 'The question could not be answered right now. It is saved: open the conversation again to retry.',
} as const
