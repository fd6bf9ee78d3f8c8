import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { pictureLines } from './picture-lines.ts'
import { PICTURES_ABOUT } from './picture-words.ts'

/** The pictures of all trips of a user, as a file of the export of all data. */
export const pictureFile = {
  name: 'ndjson/journal_pictures.ndjson',
  about: PICTURES_ABOUT,
  lines: (client: PoolClient, userId: string): AsyncGenerator<string> => pictureLines(drizzle(client), userId, {}),
}
