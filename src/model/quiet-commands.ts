/** Commands of the client about itself: housekeeping says nothing about the work. */
export const QUIET_COMMANDS: ReadonlySet<string> = new Set(
  [
    'add-dir agents allowed-tools bashes branch bug checkpoint chrome clear compact config context copy cost desktop',
    'doctor effort exit export extra-usage fast feedback files fork help hooks ide install-github-app',
    'install-slack-app keybindings login logout mcp memory mobile model new output-style passes permissions plan',
    'plugin privacy-settings quit rate-limit-options release-notes reload-plugins remote-control remote-env rename',
    'reset resume rewind sandbox settings skills stats status statusline stickers tag tasks terminal-setup theme',
    'think-back todos undo update upgrade usage vim voice',
  ].flatMap(line => line.split(' ').map(name => `/${name}`)),
)
