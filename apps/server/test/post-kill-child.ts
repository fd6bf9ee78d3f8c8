import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../src/db/client.ts'
import { postNews } from '../src/modules/social/post-news.ts'

/**
 * A process that tells followers of new ideas, slice by slice, until nobody is left. It says each whom it tells. Where it is to tell MOST, it
 * waits to be killed after so many.
 */
const { DATABASE = '', SLICE = '', MOST = 'Infinity' } = process.env
/** Longer than a test may take, and not for ever where nobody kills it. */
const LONG_MS = 600_000
let told = 0
const { db } = await openDatabase(DATABASE)
const posts = postNews({
  db,
  slice: Number(SLICE),
  tell: async (_event, [idea], users = []) => {
    for (const user of users) process.stdout.write(`${idea} ${user}\n`)
    told += users.length
    if (told >= Number(MOST)) await sleep(LONG_MS)
  },
})
const left = async () => (await db.execute('select 1 from social_posts')).rows.length
while ((await left()) > 0) await posts.tellAll()
process.exit(0)
