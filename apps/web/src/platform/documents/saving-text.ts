import type { DocumentState } from './synced-document.ts'

export function savingText({ saving, trouble, isFragile }: Pick<DocumentState<unknown>, 'saving' | 'trouble' | 'isFragile'>): string {
  const fragile = 'This browser cannot keep it either: do not leave the page.'
  switch (saving) {
    case 'saved':
      return 'Saved'
    case 'saving':
      return 'Saving…'
    case 'offline':
      return `Not saved. ${isFragile ? fragile : 'Kept in this browser and sent again automatically.'}`
    case 'local':
      return isFragile ? 'Not saved. This browser cannot keep it: it is gone with the page.' : 'Kept in this browser only.'
    case 'refused':
      return `Not saved. ${trouble ?? ''} ${isFragile ? fragile : 'Kept in this browser.'}`
  }
}

/** Prefix of a window's working copies of layouts; user-given names cannot start with it. */
export const WORKING_MARK = '~'
