/**
 * reports/ answers what takes long to add up: lists and sums over all sessions. Where there is much of it a process of its
 * own does that, so that no other answer waits; the same code answers in both.
 */
import type { World } from '../world.ts'

/** What a report is made of. */
export type ReportWorld = Pick<
  World,
  'now' | 'zone' | 'home' | 'keepDir' | 'roots' | 'config' | 'threads' | 'pricer' | 'ask' | 'askLibrary'
>
