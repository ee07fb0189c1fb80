import type { KeeperState } from '../keeper.ts'
import type { World } from '../world.ts'

/** What this server is, and whose transcripts it shows. */
export interface About {
  readonly schema: 'backscroll.about/1'
  readonly version: string
  /** The transcripts are the demo set. */
  readonly isDemo: boolean
  /** What a person types to run backscroll here. */
  readonly commandName: string
  /** IANA name: days are those of this zone. */
  readonly zone: string
  /** The person's home folder, to shorten paths by. */
  readonly home: string
  /** Where archive and index are. */
  readonly keepDir: string
  readonly keeper: KeeperState
}

export function readAbout(world: World): About {
  return {
    schema: 'backscroll.about/1',
    version: world.version,
    isDemo: world.isDemo,
    commandName: world.commandName,
    zone: world.zone.name,
    home: world.home,
    keepDir: world.keepDir,
    keeper: world.keeper.state,
  }
}
