import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The newest migration from before processes of two versions could run on one database. */
const LAST_UNCHECKED = '0047'

/** Statements after which a process of the previous version fails: it still reads and writes what they take away or narrow. */
const BREAKING = [
  /\bdrop (table|column|constraint|index|view|type|sequence|trigger|function|default|identity|expression)\b/i,
  /\brename\b/i,
  /\balter column .*\btype\b/is,
  /\bset not null\b/i,
  /\badd column (?!.*\b(default|generated)\b).*\bnot null\b/is,
  /\badd constraint\b/i,
  /\bcreate unique index\b/i,
]

/**
 * Statements of a migration that the previous version does not survive, except on tables which the migration creates. A statement under a
 * comment `-- contract: <why nothing needs it any more>` is accepted: what it removes was last used two versions ago.
 */
function breakingStatements(migration: string): string[] {
  const created = new Set([...migration.matchAll(/\bcreate table (?:if not exists )?"?(\w+)/gi)].map(([, name]) => name))
  return migration
    .split('--> statement-breakpoint')
    .filter((statement) => !/^\s*-- contract: \S/m.test(statement))
    .map((statement) => statement.replaceAll(/--.*$/gm, '').trim())
    .filter((statement) => BREAKING.some((pattern) => pattern.test(statement)))
    .filter((statement) => !created.has(/\b(?:alter table (?:only )?|on )"?(\w+)/i.exec(statement)?.[1] ?? ''))
}

const ADDED = 'ALTER TABLE "users" ADD COLUMN "nickname" text;'

it.each([
  'DROP TABLE "users";',
  'ALTER TABLE "users" DROP COLUMN "email";',
  'ALTER TABLE "users" RENAME COLUMN "email" TO "address";',
  'ALTER TABLE "users" RENAME TO "people";',
  'ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE varchar;',
  'ALTER TABLE "users" ALTER COLUMN "telegram_id" SET NOT NULL;',
  'ALTER TABLE "users" ADD COLUMN "nickname" text NOT NULL;',
  'ALTER TABLE "users" ADD CONSTRAINT "users_short" CHECK (length("email") < 9);',
  'CREATE UNIQUE INDEX "users_name_key" ON "users" USING btree ("first_name");',
])('finds what a process of the previous version does not survive: %s', (statement) => {
  const migration = `CREATE TABLE "new" ("id" int);\n--> statement-breakpoint\n${ADDED}\n--> statement-breakpoint\n-- tidy\n${statement}`
  expect(breakingStatements(migration)).toEqual([statement])
})

it('accepts additions, anything on new tables, and removals that say why nothing needs them', () => {
  const migration = [
    'CREATE TABLE "new" ("id" int NOT NULL);',
    'ALTER TABLE "new" ADD CONSTRAINT "new_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id");',
    'CREATE UNIQUE INDEX "new_key" ON "new" USING btree ("id");',
    ADDED,
    'ALTER TABLE "users" ADD COLUMN "visits" integer DEFAULT 0 NOT NULL;',
    'CREATE INDEX "users_visits_idx" ON "users" USING btree ("visits");',
    '-- contract: read last by version 3.1\nALTER TABLE "users" DROP COLUMN "nickname";',
  ].join('\n--> statement-breakpoint\n')
  expect(breakingStatements(migration)).toEqual([])
})

it('has no migration that stops processes of the previous version', () => {
  const folder = new URL('./migrations/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(files.some((name) => name.startsWith(LAST_UNCHECKED))).toBe(true)
  const found = files
    .filter((name) => name.slice(0, LAST_UNCHECKED.length) > LAST_UNCHECKED)
    .flatMap((name) => breakingStatements(readFileSync(new URL(name, folder), 'utf8')).map((statement) => `${name}: ${statement}`))
  expect(found).toEqual([])
})

it('keeps the newest snapshot only, which is all that the next migration is generated from', () => {
  const { entries } = JSON.parse(readFileSync(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8')) as {
    entries: readonly { readonly tag: string }[]
  }
  const newest = entries.at(-1)?.tag.slice(0, LAST_UNCHECKED.length)
  expect(readdirSync(new URL('./migrations/meta/', import.meta.url)).toSorted()).toEqual([`${newest}_snapshot.json`, '_journal.json'])
})
