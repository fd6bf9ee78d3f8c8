/** Every sentence of notes. */
export const NOTES_WORDS = {
  shared: {
    searchAllNotes: 'Search all notes',
    general: 'General',
  },
  noteEditor: {
    placeholder: 'Write here. Notes are saved as you type.',
    mostCharacters: (most: string) => `A note can have at most ${most} characters.`,
    charactersLeft: (left: number) => `${left} characters left`,
  },
  noteSearch: {
    notesFound: 'Notes found',
    noNotesYet: 'No notes yet',
    noMatchingNotes: 'No matching notes',
    noNotesText: 'Your notes on coins and in general are listed here.',
    noMatchText: 'Try fewer or shorter words.',
  },
  slot: {
    notes: 'Notes',
    write: 'Write',
    preview: 'Preview',
    loadingYourNotes: 'Loading your notes',
    notesFailed: 'Your notes could not be loaded',
    generalNote: 'General note',
    noteOn: (place: string) => `Note on ${place}`,
    noRoom: 'No room for another note',
    noRoomText: 'Clear a note you no longer need first.',
    noNoteYet: 'No note yet',
  },
} as const
