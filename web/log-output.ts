import { writeSync } from 'node:fs'

const TRIES = 50
const PAUSE_MS = 10
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes the log to an open file, line by line. A line that cannot be written, because the disk is full
 * or the reader is gone, is lost: the logger's own output would write it again for ever and hold up the
 * whole process. The first line after a gap says how many were lost.
 *
 * @param fd 1 is what the process prints
 */
export function openLogOutput(fd: number): { write(line: string): void } {
  let lost = 0
  return {
    write: (line) => {
      const gap =
        lost > 0 ? `${JSON.stringify({ level: 40, time: Date.now(), lost, msg: 'lines were lost' })}\n` : ''
      if (writeWhole(fd, gap + line)) lost = 0
      else lost += 1
    },
  }
}

function writeWhole(fd: number, text: string): boolean {
  const bytes = Buffer.from(text)
  let [at, tries] = [0, 0]
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at)
      tries = 0
    } catch (error) {
      // A pipe whose reader is slow takes the rest in a moment.
      const isSlow = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!isSlow || ++tries > TRIES) return false
      Atomics.wait(sleeper, 0, 0, PAUSE_MS)
    }
  }
  return true
}
