// Every sentence of the owner's rating, tags and note.

// words
export const yourNotes = 'Your notes'
export const changeNotSaved = (error: string) => `The change was not saved. ${error}`
export const rating = 'Rating'
export const oneStar = '1 star'
export const stars = (stars: number) => `${stars} stars`
export const pressAgainToRemove = 'Press again to remove the rating'
export const removeTheTag = (tag: string) => `Remove the tag ${tag}`
export const addATag = 'Add a tag'
export const addTagPlaceholder = 'Add a tag, Enter'
export const tagAlreadyThere = 'This trade already has this tag.'
export const mostTags = (most: number) => `A trade has at most ${most} tags.`
export const tagRule = 'A tag has up to 40 characters and no comma.'
export const writeANote = 'Write a note'
export const editTheNote = 'Edit the note'
export const noteField = 'Note, Markdown'
export const save = 'Save'
export const cancel = 'Cancel'
