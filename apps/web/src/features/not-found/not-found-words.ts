/** Every sentence of the page for an unknown address. */
export const NOT_FOUND_WORDS = {
  title: 'Page not found',
  text: 'This address does not exist. Check it for typos, or go to Home.',
  home: 'Go to Home',
} as const
