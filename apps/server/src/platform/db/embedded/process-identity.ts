import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { errnoCode } from '../../errno-code.ts'

/** Whether the process exists, under any owner. Zombies do not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errnoCode(error) !== 'EPERM') return false
  }
  return !/^[ZX]/.test(statFields(pid))
}

/** Fields of /proc/PID/stat from the third (the state); '' if unavailable. The second, a name in brackets, may contain anything. */
function statFields(pid: number): string {
  try {
    const stat = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
    return stat.slice(stat.lastIndexOf(')') + 2)
  } catch {
    return ''
  }
}

export function commandLine(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** Start time: distinguishes processes that reused the same pid. '' if unknown. */
export function startMark(pid: number): string {
  try {
    if (process.platform !== 'linux') return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim()
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // Field 22 of the whole line is the start time.
    const started = statFields(pid).split(' ')[19]
    return started === undefined ? '' : `${boot}:${started}`
  } catch {
    return ''
  }
}
