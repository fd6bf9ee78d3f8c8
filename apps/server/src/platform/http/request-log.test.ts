import { expect, it } from 'vitest'
import { errorForLog } from './request-log.ts'

const logged = (error: unknown): string => JSON.stringify(errorForLog(error))

it.each([
  ['a path', 'https://node.example:8443/v2/hunter2', 'node.example:8443'],
  ['a query', 'wss://node.example/?key=hunter2&x=(1)', 'node.example'],
  ['a password', "postgresql://aerie:hunt)er2'hunter2@db.example/aerie", 'db.example'],
  ['no sense', 'http://:hunter2@', 'an address'],
  ['letters before it', 'url_https://node.example/hunter2', 'url_node.example'],
  ['no host', 'HTTP+UNIX:///run/hunter2', 'an address'],
])('shows only the host of a URL with %s, in a message and in those of its causes', (_what, url, shown) => {
  const fault = new Error(`outer\n\nURL: ${url}\nbody "${url}"`, { cause: new Error(`inner ${url}`) })
  expect(errorForLog(fault)).toMatchObject({
    message: `outer\n\nURL: ${shown}\nbody "${shown}"`,
    cause: { message: `inner ${shown}` },
  })
  expect(logged(fault)).not.toContain('hunter2')
})

it('shows no URL in a message that looks like a stack', () =>
  expect(logged(new Error('failed\n    at https://node.example/hunter2'))).not.toContain('hunter2'))

it('shows the stack frames in our files, and the whole message if it has no URLs', () => {
  const fault = new Error('at 10:30 a/b://')
  fault.stack = 'Error: x\n    at run (file:///srv/aerie/main.ts:1:2)'
  expect(errorForLog(fault)).toMatchObject({ message: 'at 10:30 a/b://', stack: ['at run (file:///srv/aerie/main.ts:1:2)'] })
})
