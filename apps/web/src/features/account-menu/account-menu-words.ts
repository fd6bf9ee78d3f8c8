/** Every sentence of the account menu's dialog. Fixed by docs/product.md. */
export const LOG_OUT_WORDS = {
  title: 'Log Out',
  question: 'You are about to log out of your session. Are you sure you wish to proceed?',
  cancel: 'Cancel',
  confirm: 'Log Out',
} as const
