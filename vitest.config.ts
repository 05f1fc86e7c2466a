import { defineConfig } from 'vitest/config'

const project = (name: string, include: string[], testTimeout: number) => ({
  test: {
    name,
    include,
    testTimeout,
    hookTimeout: 60_000,
    environment: 'node' as const,
    // A page or a daemon on a busy machine takes longer than the second that is waited by itself.
    expect: { poll: { timeout: 10_000 } },
  },
})

export default defineConfig({
  test: {
    // Two cores: a worker each, so that daemons and browsers under test are not starved.
    maxWorkers: 2,
    projects: [
      project('unit', ['tests/unit/**/*.test.ts'], 30_000),
      project('integration', ['tests/integration/**/*.test.ts', 'tests/conformance/**/*.test.ts'], 60_000),
      project('e2e', ['tests/e2e/**/*.test.ts'], 120_000),
    ],
  },
})
