import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/** The shell interrupts the program when our pipe closes. Own session, so that Ctrl+C in the terminal reaches only us. */
const KEEPER = '"$@" 3<&- & pid=$!; { read -r _ <&3; kill -INT "$pid"; } & wait "$pid"; code=$?; kill "$!" 2>&-; exit "$code"'

type Options = Pick<SpawnOptions, 'uid' | 'gid' | 'env' | 'cwd'> & {
  readonly output: number | 'ignore'
}

/** The program ends when this process ends, however it ends. Linux and macOS. */
export const spawnSupervised = (name: string, command: readonly string[], { output, ...options }: Options): ChildProcess =>
  spawn('/bin/sh', ['-c', KEEPER, name, ...command], { ...options, detached: true, stdio: ['ignore', output, output, 'pipe'] })

export function stopSupervised(child: ChildProcess): void {
  child.stdio[3]?.destroy()
}
