import { bunTest } from './runners/bun-test.ts'
import { cargoTest } from './runners/cargo-test.ts'
import { denoTest } from './runners/deno-test.ts'
import { dotnetTest } from './runners/dotnet-test.ts'
import { exunit } from './runners/exunit.ts'
import { goTest } from './runners/go-test.ts'
import { jest } from './runners/jest.ts'
import { gradle, maven } from './runners/jvm-tests.ts'
import { mocha } from './runners/mocha.ts'
import { ctest, dartTest, forgeTest, googleTest, swiftTest } from './runners/native-tests.ts'
import { nodeTest } from './runners/node-test.ts'
import { phpunit } from './runners/phpunit.ts'
import { playwright } from './runners/playwright.ts'
import { pytest } from './runners/pytest.ts'
import { minitest, rspec } from './runners/ruby-tests.ts'
import { tap } from './runners/tap.ts'
import { unittest } from './runners/unittest.ts'
import { vitest } from './runners/vitest.ts'
import type { TestRunner } from './test-runner.ts'

/** Where an output fits two of them, the first gives the name. */
export const RUNNERS: readonly TestRunner[] = [
  ...[vitest, jest, goTest, pytest, cargoTest, nodeTest, mocha, playwright, bunTest, denoTest, rspec, minitest],
  ...[phpunit, dotnetTest, maven, gradle, ctest, googleTest, swiftTest, dartTest, forgeTest, exunit, unittest, tap],
]
