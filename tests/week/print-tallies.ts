import { type World } from './world.ts'

/** A table of what happened, with the most frequent reasons of what was refused. */
export function printTallies(
  { tallies }: World,
  { seconds, hours }: { seconds: number; hours: number },
): string {
  const rows = [...tallies].sort(([one], [other]) => one.localeCompare(other))
  const lines = rows.map(([kind, { done, refused, lost, reasons }]) => {
    const most = [...reasons].sort(([, one], [, other]) => other - one).slice(0, 3)
    const why = most.map(([reason, times]) => `${String(times)} × ${reason}`).join('; ')
    return [kind.padEnd(40), ...[done, refused, lost].map((n) => String(n).padStart(7)), `  ${why}`].join('')
  })
  const speed = Math.round((hours * 3600) / seconds)
  return [
    `${String(hours)} hours in ${seconds.toFixed(0)} s, ${String(speed)} times as fast as they pass.`,
    `${'what'.padEnd(40)}   done refused lost`,
    ...lines,
    '',
  ].join('\n')
}
