import { coalesce } from '@aerie/runtime/coalesce'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import type { NotifyNews } from './idea-news.ts'

type Deps = { readonly db: Db; readonly notifyNews: NotifyNews; readonly slice?: number }
type NewsSlice = { readonly idea: string; readonly users: readonly string[] }

/** Followers per statement, which takes a few milliseconds. */
const SLICE = 500

/** In slices after an idea is stored. Progress is stored with each slice under a row lock, so another process can continue. */
export function postNews({ db, notifyNews, slice = SLICE }: Deps) {
  let isOver = false
  const notifyAll = coalesce(async () => {
    while (!isOver) {
      const written = await writeSlice(db, slice)
      if (written === undefined) return
      if (written.users.length > 0) await notifyNews('posted', [written.idea], written.users)
    }
  })
  return {
    notifyAll,
    stop: async (): Promise<void> => {
      isOver = true
      await notifyAll()
    },
  }
}

async function writeSlice(db: Db, most: number): Promise<NewsSlice | undefined> {
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
    notified as (
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
    select post.idea, coalesce((select array_agg(user_id::text) from notified), '{}') as users from post`)
  return rows[0]
}
