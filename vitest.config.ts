import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Only what hangs is to fail by time: on a busy machine everything takes several times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    // One core less, as is usual, would be half of them on a machine with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // Tests beside their modules share a process: starting one for each of them took longer than running them.
      { extends: true, test: { name: 'modules', include: ['src/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts', 'bench/**/*.test.ts'] } },
    ],
  },
})
