import { coalesce } from '@aerie/runtime/coalesce'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { TellNews } from './idea-news.ts'

type Deps = { readonly db: Db; readonly tell: TellNews; readonly slice?: number }
/** Followers of one idea who were told of it together. */
type Told = { readonly idea: string; readonly users: readonly string[] }

/** Followers whose news one statement writes: a few milliseconds, whoever has how many. */
const SLICE = 500

/**
 * Tells the followers of authors of their new ideas, slice by slice, after the idea is stored: whoever posts waits for none of it. How far
 * an idea has come is moved on with the news themselves, under the lock of its row: a process that is killed in between leaves a slice whole
 * or not at all, and another one goes on behind it.
 */
export function postNews({ db, tell, slice = SLICE }: Deps) {
  let isOver = false
  const tellAll = coalesce(async () => {
    while (!isOver) {
      const told = await writeSlice(db, slice)
      if (told === undefined) return
      if (told.users.length > 0) await tell('posted', [told.idea], told.users)
    }
  })
  return {
    /** Resolves when nobody is left to be told, or another process is at it. */
    tellAll,
    /** Ends after the slice that is being written; what is left is told by whoever looks next. */
    stop: async (): Promise<void> => {
      isOver = true
      await tellAll()
    },
  }
}

/** News of the oldest idea for its next followers. Undefined where no idea is left that nobody is at. */
async function writeSlice(db: Db, most: number): Promise<Told | undefined> {
  const { rows } = await db.execute<{ idea: string; users: string[] }>(sql`
    with post as materialized (
      select p.idea, p.at, p.told_up_to, i.author from social_posts p join ideas i on i.id = p.idea
      order by p.at, p.idea limit 1 for update of p skip locked
    ),
    followers as materialized (
      select f.user_id from social_follows f join post on f.author = post.author
      where post.told_up_to is null or f.user_id > post.told_up_to
      order by f.user_id limit ${most}
    ),
    told as (
      insert into social_news (user_id, idea, event, count, at)
      select followers.user_id, post.idea, 'posted', 1, post.at from followers, post
      on conflict do nothing returning user_id
    ),
    moved as (
      update social_posts set told_up_to = (select user_id from followers order by user_id desc limit 1)
      where idea = (select idea from post) and (select count(*) from followers) = ${most}
    ),
    done as (
      delete from social_posts where idea = (select idea from post) and (select count(*) from followers) < ${most}
    )
    select post.idea, coalesce((select array_agg(user_id::text) from told), '{}') as users from post`)
  return rows[0]
}
