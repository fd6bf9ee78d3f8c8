/** Every refusal of a saved document. */
export const DOCUMENT_WORDS = {
  most: (count: number) => `You can keep ${count} of these. Delete one first.`,
  changed: 'This was changed in another window. Reload it first.',
  onlyOne: (name: string) => `There is only one of these, with the name ${name}.`,
  noCoin: 'There is no coin with this name.',
  tooLarge: (kilobytes: number) => `This can be at most ${kilobytes} kB.`,
  invalid: 'The request body is not valid.',
  tooDeep: 'The request body is nested too deeply.',
} as const
