import { open, readFile } from 'node:fs/promises'

const CHUNK = 4 * 1024 * 1024

/** Which byte sequences (at most 64 kB each) occur in the writable memory of another Linux process, live or not yet overwritten. */
export async function foundInMemory(pid: number, wanted: Readonly<Record<string, Uint8Array>>): Promise<string[]> {
  const areas = (await readFile(`/proc/${pid}/maps`, 'utf8')).split('\n').flatMap((line) => {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
    return from === undefined || to === undefined ? [] : [[Number.parseInt(from, 16), Number.parseInt(to, 16)] as const]
  })
  const names = Object.entries(wanted).map(([name, bytes]) => [name, Buffer.from(bytes)] as const)
  const overlap = Math.max(...names.map(([, bytes]) => bytes.length))
  const found = new Set<string>()
  const memory = await open(`/proc/${pid}/mem`)
  const buffer = Buffer.alloc(CHUNK + overlap)
  for (const [from, to] of areas)
    for (let at = from; at < to; at += CHUNK) {
      // Memory unmapped since the map was read.
      const { bytesRead } = await memory.read(buffer, 0, Math.min(buffer.length, to - at), at).catch(() => ({ bytesRead: 0 }))
      const chunk = buffer.subarray(0, bytesRead)
      for (const [name, bytes] of names) if (chunk.includes(Buffer.from(bytes))) found.add(name)
    }
  await memory.close()
  return [...found]
}
