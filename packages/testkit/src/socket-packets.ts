import fc from 'fast-check'
import { brokenJson, hostileJson } from './hostile-json.ts'
import { type JsonSchema, type KnownValues, nearlyShapedJson, shapedValue } from './shaped-json.ts'

/** Payload of a websocket frame. */
export type Frame = string | Uint8Array

/** Socket.IO packet as frames. */
export type Packet = {
  readonly frames: readonly Frame[]
  /** Event name and the JSON text of each argument; undefined if Socket.IO would not parse it as an event. */
  readonly event?: { readonly name: string | number; readonly args: readonly string[] }
}

/** Names special to Object, EventEmitter or Socket.IO, and meaningless ones. */
const OTHER_NAMES: readonly (string | number)[] = [
  'shout',
  'error',
  'message',
  'join',
  'ticks',
  'lease',
  'connection',
  'data',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '*',
  '\u0000',
  'x'.repeat(5_000),
  0,
  -1,
  1.5,
]

const ackId = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: fc.nat(50).map(String) },
  fc.constantFrom('0', '007', '9007199254740993', '9'.repeat(400)),
)

const place = (namespace: string): string => (namespace === '/' ? '' : `${namespace},`)

/** Events of a namespace with invalid payloads. `commands`: message schemas; `known`: existing values by field. */
export function hostileEvents(
  namespace: string,
  commands: Readonly<Record<string, JsonSchema>>,
  known: KnownValues = {},
): fc.Arbitrary<Packet> {
  const names = Object.keys(commands)
  const strange = fc.tuple(fc.constantFrom(...OTHER_NAMES), fc.array(hostileJson, { maxLength: 2 }))
  const arms = names.map((name) => fc.tuple(fc.constant<string | number>(name), payloads(commands[name] ?? {}, known)))
  const event = fc.oneof(...arms.map((arbitrary) => ({ weight: 6, arbitrary })), { weight: Math.max(2, names.length), arbitrary: strange })
  return fc
    .tuple(event, ackId, fc.nat(9))
    .map(([[name, args], id, dice]) => (dice === 0 ? binaryEvent : textEvent)(namespace, { name, args, id }))
}

const payloads = (schema: JsonSchema, known: KnownValues): fc.Arbitrary<string[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 4, arbitrary: shapedValue(schema, known).map((value) => [JSON.stringify(value) ?? 'null']) },
    { weight: 6, arbitrary: nearlyShapedJson(schema, known).map((text) => [text]) },
    { weight: 4, arbitrary: hostileJson.map((text) => [text]) },
    { weight: 1, arbitrary: fc.array(hostileJson, { minLength: 2, maxLength: 4 }) },
    { weight: 1, arbitrary: hostileJson.map((text) => Array.from({ length: 200 }, () => (text.length > 200 ? '0' : text))) },
  )

type Parts = { readonly name: string | number; readonly args: readonly string[]; readonly id: string }
const listOf = ({ name, args }: Parts): string => `[${[JSON.stringify(name), ...args].join()}]`

/** Larger frames are dropped with the connection before parsing, so they would test nothing. */
const MOST_BYTES = 62_000

function textEvent(namespace: string, { name, args, id }: Parts): Packet {
  const some = args.filter((_, index) => Buffer.byteLength(args.slice(0, index + 1).join()) + Buffer.byteLength(String(name)) < MOST_BYTES)
  return { frames: [`42${place(namespace)}${id}${listOf({ name, args: some, id })}`], event: { name, args: some } }
}

function binaryEvent(namespace: string, { name, args, id }: Parts): Packet {
  const withBinary = ['{"_placeholder":true,"num":0}', ...args.slice(1, 20).map(() => '1')]
  return {
    frames: [`451-${place(namespace)}${id}${listOf({ name, args: withBinary, id })}`, new Uint8Array([0, 255, 1])],
    event: { name, args: withBinary },
  }
}

const MALFORMED: readonly (readonly Frame[])[] = [
  [''],
  ['4'],
  ['42'],
  ['43'],
  ['44'],
  ['45'],
  ['4 2'],
  ['47["a"]'],
  ['49'],
  ['42null'],
  ['42{}'],
  ['42[]'],
  ['40', '42["error"]'],
  ['40', '42["error",{"a":1}]', '420["shout"]'],
  ['42[null]'],
  ['42[{}]'],
  ['42["connect"]'],
  ['42["disconnect"]'],
  ['42["newListener",1]'],
  ['42["a"'],
  ['43[]'],
  ['43 1[]'],
  ['430'],
  ['4399999999999999999999[1]'],
  ['44{"message":"x"}'],
  ['44"x"'],
  ['41'],
  ['451-["a",{"_placeholder":true,"num":0}]', '42["a"]'],
  ['451-["a",{"_placeholder":true,"num":7}]', new Uint8Array(3)],
  ['451-["a",{"_placeholder":true,"num":"__proto__"}]', new Uint8Array(3)],
  ['4599999999-["a"]'],
  ['45-1-["a"]'],
  ['4510-["a"]'],
  ['45.5-["a"]'],
  ['461-1[{"_placeholder":true,"num":0}]', new Uint8Array(3)],
  [`451-["a",${'['.repeat(20_000)}${']'.repeat(20_000)}]`, new Uint8Array(3)],
  [new Uint8Array(0)],
  [new Uint8Array(60_000)],
  ['2'],
  ['2probe'],
  ['3'],
  ['3probe'],
  ['5'],
  ['6'],
  ['9'],
  ['b'],
  ['bAAAA'],
  ['\u0000'],
  [`42[${JSON.stringify('x'.repeat(70_000))}]`],
]

const HANDSHAKES = [
  '40',
  '40null',
  '40[]',
  '401{}',
  '40/,',
  '40/nowhere,',
  '40/__proto__,',
  '40/live',
  '40/live,null',
  '40/live?token=1,{}',
  '40/live,{"token":{}}',
  '40/live,{"token":["a"]}',
  '40/live,{"token":1e400}',
  '40/live,{"token":"a.b.c"}',
  '40/live,{"pid":"x","offset":"y"}',
  '40/live,{"pid":{},"offset":{}}',
  '40/live,{"pid":"__proto__","offset":null}',
  '40/agent,{"token":null}',
  '40/agent,{"__proto__":{"token":"x"}}',
  '40/mirror,{"token":""}',
  `40/messages,{"token":"${'a'.repeat(40_000)}"}`,
  `40/${'n'.repeat(40_000)},{}`,
  `40/live,{"token":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
]

/** Packets Socket.IO cannot parse, or out of sequence; a server may close this connection, but no other. */
export const malformedPackets: fc.Arbitrary<Packet> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...MALFORMED).map((frames) => ({ frames })) },
  { weight: 4, arbitrary: fc.constantFrom(...HANDSHAKES).map((frame) => ({ frames: [frame] })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('40', '41', '42', '43', '44', '451-', '42/live,', '42/agent,7', '43/mirror,'), brokenJson)
      .map(([head, text]) => ({ frames: [head + text] })),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((text) => ({ frames: [text] })) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => ({ frames: [bytes] })) },
)
