import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    pool: 'forks',
    projects: [
      // Tests beside their modules share a process: starting one for each of them took longer than running them.
      { extends: true, test: { name: 'modules', include: ['src/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts', 'bench/**/*.test.ts'] } },
    ],
  },
})
