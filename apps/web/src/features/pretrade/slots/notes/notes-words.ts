/** Every sentence of notes. */
export const NOTES_WORDS = {
  shared: {
    searchAllNotes: 'Search all notes',
    general: 'General',
  },
  noteEditor: {
    writeHereNotes: 'Write here. Notes are saved as you type.',
    noteMostCharacters: (most: string) => `A note can have at most ${most} characters.`,
    charactersLeft: (left: number) => `${left} characters left`,
  },
  noteSearch: {
    notesFound: 'Notes found',
    noNotesYet: 'No notes yet',
    noMatchingNotes: 'No matching notes',
    notesCoinsGeneral: 'Your notes on coins and in general are listed here.',
    tryFewerShorter: 'Try fewer or shorter words.',
  },
  slot: {
    notes: 'Notes',
    write: 'Write',
    preview: 'Preview',
    loadingYourNotes: 'Loading your notes',
    notesFailed: 'Your notes could not be loaded',
    generalNote: 'General note',
    noteOn: (place: string) => `Note on ${place}`,
    noRoomAnother: 'No room for another note',
    clearNoteYou: 'Clear a note you no longer need first.',
    noNoteYet: 'No note yet',
  },
} as const
