import pc from 'picocolors'

export type Colors = ReturnType<typeof pc.createColors>

/** Functions that colour a text, or leave it alone. */
export function createColors(isOn: boolean): Colors {
  return pc.createColors(isOn)
}
