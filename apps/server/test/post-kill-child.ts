import { setTimeout as sleep } from 'node:timers/promises'
import { postNews } from '../src/areas/social/post-news.ts'
import { openDatabase } from '../src/platform/db/client.ts'

/** Notifies followers of new ideas in slices and prints each one. With MOST, waits to be killed after that many. */
const { DATABASE = '', SLICE = '', MOST = 'Infinity' } = process.env
/** Longer than any test, but finite in case nothing kills it. */
const LONG_MS = 600_000
let notifiedCount = 0
const { db } = await openDatabase(DATABASE)
const posts = postNews({
  db,
  slice: Number(SLICE),
  notifyNews: async (_event, [idea], users = []) => {
    for (const user of users) process.stdout.write(`${idea} ${user}\n`)
    notifiedCount += users.length
    if (notifiedCount >= Number(MOST)) await sleep(LONG_MS)
  },
})
const left = async () => (await db.execute('select 1 from social_posts')).rows.length
while ((await left()) > 0) await posts.notifyAll()
process.exit(0)
