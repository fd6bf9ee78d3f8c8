// Every sentence of the owner's rating, tags and note.

// words
export const yourNotes = 'Your notes'
export const changeSaved = (error: string) => `The change was not saved. ${error}`
export const rating = 'Rating'
export const star1 = '1 star'
export const stars = (stars: number) => `${stars} stars`
export const pressAgainTake = 'Press again to remove the rating'
export const removeTheTag = (tag: string) => `Remove the tag ${tag}`
export const addATag = 'Add a tag'
export const addTagEnter = 'Add a tag, Enter'
export const tradeTagAlready = 'This trade already has this tag.'
export const tradeMostTags = (most: number) => `A trade has at most ${most} tags.`
export const tagUp40 = 'A tag has up to 40 characters and no comma.'
export const writeANote = 'Write a note'
export const editTheNote = 'Edit the note'
export const noteMarkdown = 'Note, Markdown'
export const save = 'Save'
export const cancel = 'Cancel'
