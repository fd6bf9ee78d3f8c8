/** Every sentence of checklist. */
export const CHECKLIST_WORDS = {
  checkRow: {
    dragHint: 'Drag to move, or press Alt with an arrow key',
    editItem: 'Edit item',
    remove: 'Remove',
    itemText: 'Item text',
  },
  slot: {
    loadingYourChecklist: 'Loading your checklist',
    checklistFailed: 'Your checklist could not be loaded',
    undo: 'Undo',
    ticksForCleared: (symbol: string) => `Ticks for ${symbol} cleared.`,
    resetDone: 'Checklist reset to its defaults.',
    checklist: 'Checklist',
    allDone: 'All done',
    checklistOf: (symbol: string) => `Checklist of ${symbol}`,
    clearTicksFor: (symbol: string) => `Clear ticks for ${symbol}`,
    reset: 'Reset to the default checklist',
    itemRemoved: 'Item removed.',
    noItems: 'No items',
    noItemsText: 'Add what you want to check before each trade.',
    listLabel: (symbol: string) => `Checklist of ${symbol}. Alt with an arrow key moves an item.`,
    mostItems: (most: number) => `A checklist can have at most ${most} items.`,
    addAnItem: 'Add an item',
    add: 'Add',
  },
} as const
