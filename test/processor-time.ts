/**
 * Milliseconds of work that this process has done so far. A bound on it tells square time from linear on a machine that
 * is busy with other things, where the time on the clock tells nothing.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
