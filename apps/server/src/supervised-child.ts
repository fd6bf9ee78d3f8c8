import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/**
 * A program is the child of a small shell that also watches a pipe from us: when the pipe closes, because we ask for it
 * or because this process died in whatever way, the shell interrupts the program. The pair has a session of its own, so
 * that a Ctrl+C in the terminal reaches only us.
 */
const KEEPER = '"$@" 3<&- & pid=$!; { read -r _ <&3; kill -INT "$pid"; } & wait "$pid"; code=$?; kill "$!" 2>&-; exit "$code"'

type Options = Pick<SpawnOptions, 'uid' | 'gid' | 'env' | 'cwd'> & {
  /** Where its output goes: file descriptors. */
  readonly output: number | 'ignore'
}

/** Starts a program that ends when we end, however we end. Linux and macOS. @param name what the shell is called in a process list */
export const spawnSupervised = (name: string, command: readonly string[], { output, ...options }: Options): ChildProcess =>
  spawn('/bin/sh', ['-c', KEEPER, name, ...command], { ...options, detached: true, stdio: ['ignore', output, output, 'pipe'] })

/** Asks a supervised program to stop, in its own clean manner. */
export function stopSupervised(child: ChildProcess): void {
  child.stdio[3]?.destroy()
}
