import { z } from 'zod'

/** Parameters that several questions take, each described once. */
export const text = (max: number) => z.string().max(max)

export const count = (usual: number, max: number) => z.coerce.number().int().min(1).max(max).default(usual)

export const offset = z.coerce.number().int().min(0).max(10_000_000).default(0).describe('So many are left out before')

export const since = text(100).optional().describe('From then on: 7d, yesterday, 2026-11-01')
export const until = text(100).optional().describe('Before then')
export const project = text(500).optional().describe('Only this project: its name, or the end of its path')

/** `true` and `1` are yes; left out, `false` and `0` are no. */
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform(value => value === 'true' || value === '1')

/** A name may come once or several times. */
export const texts = (max: number, most: number) =>
  z
    .union([text(max), z.array(text(max)).max(most)])
    .default([])
    .transform(value => (typeof value === 'string' ? [value] : value))
