/** What is said beside a field of a copy that breaks a rule: a clause in lower case without a full stop. */
export const COPY_FIELD_WORDS = {
  positive: 'an amount above 0',
  limit: 'a whole number from 1 to 200',
  name: '3 to 30 letters, digits, spaces, dots, dashes or underscores, with a letter or digit at both ends',
  about: 'one line without control characters',
} as const
