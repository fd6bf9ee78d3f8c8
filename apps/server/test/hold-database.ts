import { connectDatabase } from '../src/platform/db/connect.ts'

/** For the recovery test: holds DATA_DIR (argument) like the server, writes numbered rows, prints each number once committed. */
const [, , dataDir = ''] = process.argv
const { pool } = await connectDatabase({ url: undefined, dataDir, print: () => undefined })
await pool.query('create table if not exists confirmed (n int primary key)')
for (let n = 1; ; n += 1) {
  await pool.query('insert into confirmed values ($1)', [n])
  process.stdout.write(`${n}\n`)
}
