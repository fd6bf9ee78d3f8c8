/** What is said beside a field of Social that breaks a rule: a clause in lower case and without a full stop. */
export const IDEA_FIELD_WORDS = {
  blank: 'enter a text',
  follow: 'who is muted or blocked is not followed',
  name: 'use 3 to 24 letters, digits, spaces, _ or -',
  reserved: 'this name is reserved',
  price: 'must be above 0',
  horizon: 'choose 15 minutes to 7 days, in whole minutes',
  limit: 'a whole number from 1 to 50',
  cursor: 'not a cursor',
} as const
