import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { pictureLines } from './picture-lines.ts'

const PICTURES_ABOUT = [
  'The chart at the entry and at the exit of each trade, one JSON object a line, newest trade first. "data" is all that a picture is drawn from: the',
  'hours that had closed by then (opening in seconds since 1970, open, high, low, close), the lines, and the 80 % range of the forecast on show.',
  '"sha256" is the SHA-256 of the text of "data" as it appears in the line. "picture" is the drawing as SVG; null where no hour is stored.',
] as const

export const pictureFile = {
  name: 'ndjson/journal_pictures.ndjson',
  about: PICTURES_ABOUT,
  lines: (client: PoolClient, userId: string): AsyncGenerator<string> => pictureLines(drizzle(client), userId, {}),
}
