/**
 * A signer for tests that speaks the interface of docs/operate/apex.md, as WebAssembly bytes. It signs nothing that ApeX would take: the
 * signature is FNV-1a (64 bit) over the seed and then the text, as 16 hexadecimal digits. Its source, as text:
 *
 *     (module
 *       (memory (export "memory") 2) (global $top (mut i32) (i32.const 1024))
 *       (func (export "aerie_signer_version") (result i32) i32.const 1)
 *       (func (export "alloc") (param i32) (result i32)
 *         global.get $top  (global.set $top (i32.add (global.get $top) (local.get 0))))
 *       (func $mix (param $hash i64) (param $at i32) (param $left i32) (result i64)
 *         (block (loop
 *           (br_if 1 (i32.eqz (local.get $left)))
 *           (local.set $hash (i64.mul (i64.xor (local.get $hash) (i64.load8_u (local.get $at))) (i64.const 1099511628211)))
 *           (local.set $at (i32.add (local.get $at) (i32.const 1)))
 *           (local.set $left (i32.sub (local.get $left) (i32.const 1)))
 *           (br 0)))
 *         local.get $hash)
 *       (func (export "sign") (param $seed i32) (param $seedBytes i32) (param $text i32) (param $textBytes i32)
 *         (param $out i32) (param $outBytes i32) (result i32) (local $hash i64) (local $index i32) (local $digit i32)
 *         hash = mix(mix(-3750763034362895579, seed, seedBytes), text, textBytes)
 *         16 times: digit = hash >>> 60, written as a character, and hash <<= 4; the result is 16))
 */
const SECTIONS = [
  // The types: () → i32, (i32) → i32, (i64, i32, i32) → i64, (i32 × 6) → i32.
  '011b 04 60 00 01 7f 60 01 7f 01 7f 60 03 7e 7f 7f 01 7e 60 06 7f 7f 7f 7f 7f 7f 01 7f',
  '0305 04 00 01 02 03',
  '0503 01 00 02',
  '0607 01 7f 01 41 80 08 0b',
] as const

const EXPORTS: readonly (readonly [name: string, kind: number, index: number])[] = [
  ['memory', 2, 0],
  ['aerie_signer_version', 0, 0],
  ['alloc', 0, 1],
  ['sign', 0, 3],
]

const BODIES = [
  '00 41 01 0b',
  '00 23 00 23 00 20 00 6a 24 00 0b',
  '00 02 40 03 40 20 02 45 0d 01 20 00 20 01 31 00 00 85 42 b3 83 80 80 80 20 7e 21 00 20 01 41 01 6a 21 01 20 02 41 01 6b 21 02 0c 00 0b 0b 20 00 0b',
  '02 01 7e 02 7f 42 a5 c6 88 a1 c8 9c a7 f9 4b 20 00 20 01 10 02 20 02 20 03 10 02 21 06 03 40 20 06 42 3c 88 a7 21 08 20 04 20 07 6a 20 08 41 30 41 d7 00 20 08 41 0a 49 1b 6a 3a 00 00 20 06 42 04 86 21 06 20 07 41 01 6a 22 07 41 10 49 0d 00 0b 41 10 0b',
] as const

const bytesOf = (hex: string): number[] => (hex.replaceAll(' ', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
const sized = (bytes: readonly number[]): number[] =>
  bytes.length < 128 ? [bytes.length, ...bytes] : [(bytes.length & 127) | 128, bytes.length >> 7, ...bytes]
const text = (name: string): number[] => sized([...new TextEncoder().encode(name)])

/** Bytes of the test signer. */
export function apexTestSigner(): Uint8Array<ArrayBuffer> {
  const exported = EXPORTS.flatMap(([name, kind, index]) => [...text(name), kind, index])
  const code = BODIES.flatMap((body) => sized(bytesOf(body)))
  return Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...SECTIONS.flatMap(bytesOf),
    7,
    ...sized([EXPORTS.length, ...exported]),
    10,
    ...sized([BODIES.length, ...code]),
  ])
}

/** Expected signature, computed independently. */
export function apexTestSignature(seed: Uint8Array, message: string): string {
  const bytes = [...seed, ...new TextEncoder().encode(message)]
  const hash = bytes.reduce((sum, byte) => BigInt.asUintN(64, (sum ^ BigInt(byte)) * 1_099_511_628_211n), 14_695_981_039_346_656_037n)
  return hash.toString(16).padStart(16, '0')
}
