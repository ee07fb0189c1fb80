import type { Attack } from './attack.ts'

const KILL = 'test/install-kill.test.ts'
const FLOOD = 'test/mcp-http-flood.test.ts'
const POWER = 'test/power-cut.test.ts'
const CLOCK = 'test/clock-jumps.test.ts'
const SECRETS = 'test/recall-secrets.test.ts'

export const REACH_ATTACKS: readonly Attack[] = [
  {
    attack: 'SIGKILL at any step of `install` on the disk',
    outcome:
      'Settings are the old or the new bytes; a second run ends it, `uninstall` gives back each byte, nothing is left beside them.',
    test: {
      file: KILL,
      name: 'killed while it installs into $name, settings are the old or the new ones, and both ways out are open',
    },
  },
  {
    attack: 'SIGKILL at any step of `uninstall` on the disk',
    outcome:
      'Settings are the old or the new bytes; a second run takes out the rest, folders that `install` made included.',
    test: {
      file: KILL,
      name: 'killed while it takes itself out of $name, settings are the old or the new ones, and a second run ends it',
    },
  },
  {
    attack: 'Keys and tokens in passages that recall tells of',
    outcome: 'The passage is told without them, and without a piece of one, also where it is cut.',
    test: {
      file: SECRETS,
      name: 'what a hook tells %s holds no planted value and no piece of one, and tells the rest of the passage',
    },
  },
  {
    attack: 'Keys and tokens in what `recall --explain` shows',
    outcome: 'They are withheld from every text of it, in words and in JSON.',
    test: { file: SECRETS, name: 'what recall --explain shows holds none either, in words and in JSON' },
  },
  {
    attack: 'Keys and tokens in what hooks write down',
    outcome: 'Logs of hooks hold places and counts, and none of them.',
    test: { file: SECRETS, name: 'nothing that hooks write down holds any' },
  },
  {
    attack: 'MCP over HTTP: sessions opened without end',
    outcome: 'At most 32 are held, 16 of them unused; what is gone leaves nothing in memory.',
    test: {
      file: FLOOD,
      name: 'sessions opened without end are so many at most, and what is gone leaves nothing behind',
    },
  },
  {
    attack: 'MCP over HTTP: requests that fail to open a session, without end',
    outcome: 'They are refused and leave nothing in memory.',
    test: { file: FLOOD, name: 'requests that open no session after all leave nothing behind' },
  },
  {
    attack: 'MCP over HTTP: sessions and streams left open',
    outcome: 'The one that was used longest ago ends with its stream, and is told to open another.',
    test: { file: FLOOD, name: 'a session that had to make room says so, and ends what it had open' },
  },
  {
    attack: 'MCP over HTTP: a flood while somebody works',
    outcome: 'Sessions that are in use stay; only unused ones make room for unused ones.',
    test: { file: FLOOD, name: 'a client that is at work keeps its session while others open theirs without end' },
  },
  {
    attack: 'MCP over HTTP: a new client in the middle of a flood',
    outcome: 'It is served.',
    test: { file: FLOOD, name: 'a new client is served while sessions are opened without end' },
  },
  {
    attack: 'MCP over HTTP: half-open requests, with and without the key',
    outcome: 'The oldest of them end with 408; others are served meanwhile.',
    test: { file: FLOOD, name: 'requests that %s keep nobody out' },
  },
  {
    attack: 'A power cut while a pin or a tag is given',
    outcome: 'Earlier ones stay, and one that was confirmed is there.',
    test: { file: POWER, name: 'pins and tags outlive a power cut' },
  },
  {
    attack: 'A power cut while marks of a session are forgotten',
    outcome: 'Those of others stay.',
    test: { file: POWER, name: 'those that stay outlive a power cut while others are forgotten' },
  },
  {
    attack: 'A power cut while a setting is written',
    outcome: 'The file is the old or the new one.',
    test: { file: POWER, name: 'settings of our own are the old or the new ones after a power cut' },
  },
  {
    attack: 'A power cut in the middle of `install` or `uninstall`',
    outcome: 'Settings and their copies are whole, and `uninstall` gives back each byte.',
    test: {
      file: POWER,
      name: "the client's settings are whole after a power cut in %s, and taking it out gives back each byte",
    },
  },
  {
    attack: 'A power cut while a hook asks for a session to be kept',
    outcome: 'The request is whole or not there, and none of another session goes with it.',
    test: {
      file: POWER,
      name: 'requests of hooks are whole or not there after a power cut, and none of another session goes with it',
    },
  },
  {
    attack: 'A power cut while the state of notes is written',
    outcome: 'It is the old or the new one.',
    test: { file: POWER, name: 'which notes were written is known as before or as after a power cut' },
  },
  {
    attack: 'A power cut while limits are recorded',
    outcome: 'Earlier lines stay, and more can be recorded.',
    test: {
      file: POWER,
      name: 'limits that were recorded outlive a power cut, and more can be recorded',
    },
  },
  {
    attack: 'The clock a year back or ten ahead between syncs',
    outcome: 'Each sync keeps all that was written.',
    test: { file: CLOCK, name: 'each sync keeps all that was written, wherever the clock stands between them' },
  },
  {
    attack: 'The clock set back in the middle of a quick sync',
    outcome: 'It ends, and the next one keeps the rest.',
    test: {
      file: CLOCK,
      name: 'a sync with a time to keep ends where the clock is set back in the middle, and the next one keeps the rest',
    },
  },
  {
    attack: 'Claims and requests of hooks from another time',
    outcome: 'The claim is nobody’s, and what waits is taken.',
    test: { file: CLOCK, name: 'a claim of hooks from another time is nobody’s, and what waits is taken' },
  },
  {
    attack: 'Recall logs with times ahead or behind',
    outcome: 'A compaction is a border all the same, and a log from ahead is not kept for ever.',
    test: {
      file: CLOCK,
      name: 'a compaction is a border wherever the clock stands, and a log from ahead is not kept for ever',
    },
  },
  {
    attack: 'The note of a running client from far ahead',
    outcome: 'It counts for nothing: no session is shown as running for years.',
    test: {
      file: CLOCK,
      name: 'the note of a client counts while its clock is ours, and not for ever where it was ahead',
    },
  },
  {
    attack: 'The clock set back while the MCP server waits for the index',
    outcome: 'It waits three seconds of rounds, then says what is the matter.',
    test: {
      file: CLOCK,
      name: 'a question of the MCP server that waits for the index ends, though the clock runs backwards',
    },
  },
  {
    attack: 'Figures of the status line from ahead',
    outcome: 'They are counted again.',
    test: {
      file: CLOCK,
      name: 'figures of the status line from ahead are counted again, and a count that began ahead keeps none back',
    },
  },
]
