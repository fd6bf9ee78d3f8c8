import { openDatabase } from '../src/db/client.ts'
import { postNews } from '../src/modules/social/post-news.ts'

/** A process that tells followers of new ideas, slice by slice, until nobody is left. It says each whom it tells. */
const { DATABASE = '', SLICE = '' } = process.env
const { db } = await openDatabase(DATABASE)
const posts = postNews({
  db,
  slice: Number(SLICE),
  tell: async (_event, [idea], users = []) => {
    for (const user of users) process.stdout.write(`${idea} ${user}\n`)
  },
})
const left = async () => (await db.execute('select 1 from social_posts')).rows.length
while ((await left()) > 0) await posts.tellAll()
process.exit(0)
