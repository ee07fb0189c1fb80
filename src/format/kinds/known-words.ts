/** Words that several kinds use: a new one changes what lines mean, and `doctor` reports it. */
export const PERMISSION_MODES = ['default', 'acceptEdits', 'bypassPermissions', 'plan', 'dontAsk', 'auto'] as const

/** `kind` of an `origin`: who sent a prompt. */
export const ORIGIN_KINDS = ['human', 'task-notification', 'peer', 'auto-continuation'] as const
