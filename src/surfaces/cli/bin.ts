#!/usr/bin/env node
// The first file to run, on whatever Node there is: nothing is imported before the version is known, and the words stay
// plain enough for an old one to read. `BACKSCROLL_VERSION` is put in by scripts/build.js; run from source there is none.
declare const BACKSCROLL_VERSION: string

const ownVersion = typeof BACKSCROLL_VERSION === 'string' ? BACKSCROLL_VERSION : '0.0.0-source'
const version = process.versions.node.split('.').map(Number)
const isTooOld = (version[0] as number) < 22 || (version[0] === 22 && (version[1] as number) < 16)

const isHook = process.argv[2] === 'hook'

if (isTooOld && isHook) {
  // Any other exit code could stop what Claude Code is doing; `backscroll doctor` says what is the matter.
  process.exitCode = 0
} else if (isTooOld) {
  console.error(
    `backscroll needs Node 22.16 or newer, and this is Node ${process.versions.node}: install a newer Node from your package manager or nodejs.org, or run \`npm start\` in a clone, which brings its own.`,
  )
  process.exitCode = 2
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  console.log(ownVersion)
} else if (process.argv[2] === 'statusline') {
  // While Claude Code waits: a small file of its own, without the compile cache, which takes longer to open than it saves.
  import('./statusline/run.ts').then(({ runStatusLine }) => runStatusLine() || loadCommands())
} else if (isHook) {
  // The same, and it never fails: not even where a file of ours is gone in the middle of an update.
  import('./hook/run.ts')
    .then(({ runHook }) => runHook())
    .then(
      isDone => isDone || loadCommands(),
      () => {},
    )
} else {
  loadCommands()
}

function loadCommands(): void {
  // Node keeps the compiled code in its own folder for temporary files: 30 ms less at each start.
  if (typeof BACKSCROLL_VERSION === 'string') process.getBuiltinModule('node:module').enableCompileCache()
  import('./run.ts').then(({ run }) => run(ownVersion))
}

export {}
