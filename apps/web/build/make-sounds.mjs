// Writes the fill sounds, two notes a fourth apart, rising for a buy and falling for a sell: node build/make-sounds.mjs
import { mkdir, writeFile } from 'node:fs/promises'

const RATE_HZ = 22_050
const NOTE_S = 0.12
/** Amplitude at the start and end of a note, relative to full scale. */
const [LOUD, SILENT] = [0.06, 0.0001]
const LOW_HZ = 523.25
const HIGH_HZ = 698.46

const folder = new URL('../src/areas/trade/sounds/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(new URL('bought.wav', folder), wavOf([LOW_HZ, HIGH_HZ].flatMap(noteOf)))
await writeFile(new URL('sold.wav', folder), wavOf([HIGH_HZ, LOW_HZ].flatMap(noteOf)))

function noteOf(pitch) {
  const count = Math.round(NOTE_S * RATE_HZ)
  return Array.from({ length: count }, (_, at) => LOUD * (SILENT / LOUD) ** (at / count) * Math.sin((2 * Math.PI * pitch * at) / RATE_HZ))
}

/** RIFF/WAVE, 16-bit PCM, mono. */
function wavOf(samples) {
  const bytes = Buffer.alloc(44 + 2 * samples.length)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE_HZ, 24)
  bytes.writeUInt32LE(2 * RATE_HZ, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(2 * samples.length, 40)
  for (const [place, sample] of samples.entries()) bytes.writeInt16LE(Math.round(sample * 32_767), 44 + 2 * place)
  return bytes
}
