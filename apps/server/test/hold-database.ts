import { connectDatabase } from '../src/db/connect.ts'

/**
 * A process that holds a DATA_DIR as the server does, writes numbered rows, and says each number once its commit has
 * been confirmed, until it is killed. Run by the recovery test: `node hold-database.ts DATA_DIR`.
 */
const [, , dataDir = ''] = process.argv
const { pool } = await connectDatabase({ url: undefined, dataDir, say: () => undefined })
await pool.query('create table if not exists confirmed (n int primary key)')
for (let n = 1; ; n += 1) {
  await pool.query('insert into confirmed values ($1)', [n])
  process.stdout.write(`${n}\n`)
}
