export const APEX_MESSAGES = {
  unreadable: 'This key can no longer be decrypted. Save it again.',

  cancelUnknown: 'ApeX Omni did not answer. Your orders may be cancelled or still open: the list shows what ApeX Omni says next.',

  ofOtherAccount: 'It was sent to another account at ApeX Omni than the key’s. Save that account’s key to follow or cancel it.',
} as const
