/** Every sentence of lessons in answers of the server. */
export const LEARN_WORDS = {
  noLesson: 'There is no such lesson.',
  noQuestion: 'This lesson has no such question.',
  noChoice: 'This question has no such choice.',
  otherAnswer: 'This Idempotency-Key was used for another answer.',
  tooMany: 'Too many answers at once.',
} as const
