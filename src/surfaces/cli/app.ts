/**
 * surfaces/cli is the command line: arguments in, one query or render call, text out. Everything it takes from the
 * machine (environment, working directory, clock, terminal) is read once, here and in main.ts, and handed down as `App`.
 */
import type { Config } from '../../config/settings.ts'
import type { RootEnvironment } from '../../source/roots.ts'
import type { Colors } from './colors.ts'
import type { Output } from './output.ts'

export interface App {
  readonly env: { readonly [name: string]: string | undefined }
  readonly platform: string
  readonly cwd: string
  /** The person's home folder. */
  readonly home: string
  /** Epoch milliseconds. */
  now(): number
  /** For results: stdout, or the pager in front of it. */
  readonly out: Output
  /** For messages: stderr. */
  readonly err: Output
  /** Stdout is a terminal. */
  readonly isTerminal: boolean
  /** Stdin, stdout and stderr are terminals: somebody is there who can answer a question. */
  readonly isInteractive: boolean
  /** An interactive screen may open: somebody is there, on a terminal that can draw it, and asked for no plain text. */
  readonly opensScreen: boolean
  /** Stdin, for answers. */
  readonly input: NodeJS.ReadableStream
  /** Columns of a progress line on stderr, which is drawn again and again; undefined where stderr takes lines alone. */
  readonly progressColumns: number | undefined
  /** Columns to write; 100 where nobody says. */
  readonly columns: number
  /** The same for tables: in a pipe all their columns are there. */
  readonly tableColumns: number
  /** Whether to write colour codes; `colors` does nothing where this is false. */
  readonly color: boolean
  readonly colors: Colors
  /** The person asked for JSON instead of text. */
  readonly json: boolean
  readonly config: Config
  readonly configPath: string
  /** Where backscroll keeps its own things (`BACKSCROLL_HOME`). */
  readonly keepDir: string
  /** Where the transcripts are, ready for `findRoots`. */
  readonly roots: RootEnvironment
  /** Where package.json and the demo set are. */
  readonly packageDir: string
  /** Node, its options and the script, as absolute paths: what runs backscroll again, for a service. */
  readonly executable: readonly string[]
  readonly version: string
  /** The transcripts are the demo set, not the person's own. */
  readonly isDemo: boolean
  /** What a person types to run backscroll here: `backscroll` or `npm start --`. */
  readonly programName: string
  /** The same with the options that say whose transcripts these are, such as `backscroll --root /mnt/old`. */
  readonly commandName: string
  /** Threads for reading many files. */
  readonly threads: number
  /** Aborted by ctrl-c or a request to end; a command that runs on ends quietly. */
  readonly signal: AbortSignal
}

/**
 * How a command ended. `nothing` (found) and `findings` make exit code 1; `incomplete` makes 2: there is a result, but
 * some file or folder could not be read. `interrupted` makes 130: ctrl-c stopped it in good order. A command that runs
 * another program hands on its exit code.
 */
export type Outcome =
  | 'done'
  | 'found'
  | 'nothing'
  | 'findings'
  | 'incomplete'
  | 'interrupted'
  | { readonly exitCode: number }

/** Prints one JSON document. `schema` comes first: a name with a version, such as `backscroll.sessions/1`. */
export function printJson(app: App, document: { readonly schema: string; readonly [key: string]: unknown }): void {
  app.out.line(JSON.stringify(document, null, 2))
}
