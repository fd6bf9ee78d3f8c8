/** Every sentence of checklist. */
export const CHECKLIST_WORDS = {
  checkRow: {
    dragMovePress: 'Drag to move, or press Alt with an arrow key',
    editItem: 'Edit item',
    remove: 'Remove',
    itemText: 'Item text',
  },
  slot: {
    loadingYourChecklist: 'Loading your checklist',
    checklistFailed: 'Your checklist could not be loaded',
    undo: 'Undo',
    ticksForCleared: (symbol: string) => `Ticks for ${symbol} cleared.`,
    checklistResetDefaults: 'Checklist reset to its defaults.',
    checklist: 'Checklist',
    allDone: 'All done',
    checklistOf: (symbol: string) => `Checklist of ${symbol}`,
    clearTicksFor: (symbol: string) => `Clear ticks for ${symbol}`,
    resetDefaultChecklist: 'Reset to the default checklist',
    itemRemoved: 'Item removed.',
    noItems: 'No items',
    addWhatYou: 'Add what you want to check before each trade.',
    checklistAltArrow: (symbol: string) => `Checklist of ${symbol}. Alt with an arrow key moves an item.`,
    checklistMostItems: (most: number) => `A checklist can have at most ${most} items.`,
    addAnItem: 'Add an item',
    add: 'Add',
  },
} as const
